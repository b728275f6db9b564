/**
 * The part of the `x11` package (4.2) that we use; it ships no types. Members that the package calls private but
 * which its own extensions use to send requests by hand are here as well: GetMonitors needs them.
 */
declare module "x11" {
  import type { EventEmitter } from "node:events";
  import type { Duplex } from "node:stream";

  namespace x11 {
    /** What the server answers to a wrong request; `error` is its number, absent on errors of the socket. */
    interface XError extends Error {
      readonly error?: number;
    }

    /** Returns true to say that the error was dealt with; otherwise the client emits it again as `error`. */
    type Reply<Result> = (error: XError | null | undefined, result: Result) => boolean;

    /** Which members are there depends on `type`; events of unknown extensions have only `type`. */
    interface XEvent {
      readonly type: number;
      readonly name?: string;
      readonly wid?: number;
      readonly atom?: number;
    }

    interface Property {
      readonly type: number;
      /** bits an item: 8, 16 or 32; 0 where the window has no such property */
      readonly format: number;
      readonly data: Buffer;
    }

    interface Screen {
      readonly root: number;
    }

    interface Display {
      readonly client: Client;
      readonly screen: readonly Screen[];
    }

    interface RandR {
      readonly majorOpcode: number;
      readonly firstEvent: number;
      readonly major_version: number;
      readonly minor_version: number;
      SelectInput(window: number, mask: number): void;
    }

    interface Client extends EventEmitter {
      readonly stream?: Duplex;
      readonly screenNum: number | string;
      /** name → number; filled by InternAtom */
      atoms: Record<string, number>;
      seq_num: number;
      readonly pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void };
      readonly replies: Record<number, [unpack: (body: Buffer) => unknown, reply: Reply<never>]>;
      InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
      GetAtomName(atom: number, reply: Reply<string>): void;
      /** `offset` and `length` in units of 4 bytes; `type` 0 is any type */
      GetProperty(
        remove: 0 | 1,
        window: number,
        name: number,
        type: number,
        offset: number,
        length: number,
        reply: Reply<Property>,
      ): void;
      ChangeWindowAttributes(window: number, values: { readonly eventMask: number }): void;
      MapWindow(window: number): void;
      RaiseWindow(window: number): void;
      SendClientMessage(
        destination: number,
        window: number,
        type: number,
        format: 32,
        data: readonly number[],
        eventMask?: number,
      ): void;
      require(extension: "randr", loaded: (error: Error | null | undefined, extension: RandR) => void): void;
      terminate(): void;
    }

    interface Options {
      readonly display: string;
      readonly disableBigRequests: boolean;
      readonly shm: boolean;
    }
  }

  const x11: {
    readonly eventMask: { readonly PropertyChange: number; readonly StructureNotify: number };
    createClient(
      options: x11.Options,
      connected: (error: Error | null | undefined, display: x11.Display) => void,
    ): x11.Client;
  };
  export default x11;
  export type Client = x11.Client;
  export type Display = x11.Display;
  export type Property = x11.Property;
  export type RandR = x11.RandR;
  export type Reply<Result> = x11.Reply<Result>;
  export type XError = x11.XError;
  export type XEvent = x11.XEvent;
}
