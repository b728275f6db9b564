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
      /** of `CreateNotify` and `ReparentNotify` */
      readonly parent?: number;
      /** of `CreateNotify` */
      readonly overrideRedirect?: boolean;
      /** the window on which a structure event was selected */
      readonly event?: number;
      /** of focus and grab events: 1 and 2 are a grab's beginning and end */
      readonly mode?: number;
      /** of focus events: how the losing and the winning window are related */
      readonly detail?: number;
      /** of a `ConfigureNotify`: the window that changed; `wid` is the one that was watched */
      readonly wid1?: number;
      /** of a `ConfigureNotify`, in pixels */
      readonly width?: number;
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
      /** the bits of an id that tell a client's own resources apart; the others tell whose they are */
      readonly resource_mask: number;
    }

    /** X-Resource 1.2 */
    interface Resources {
      readonly major: number;
      readonly minor: number;
      /** `mask` 1 asks for the client's resource base, 2 for the process id of a local client */
      QueryClientIds(
        specs: readonly { readonly client: number; readonly mask: number }[],
        reply: Reply<readonly { readonly client: number; readonly mask: number; readonly value: readonly number[] }[]>,
      ): void;
    }

    interface TestInput {
      readonly KeyPress: number;
      readonly KeyRelease: number;
      readonly ButtonPress: number;
      readonly ButtonRelease: number;
      readonly MotionNotify: number;
      /** `detail` is a key code, a button, or 0 for an absolute motion */
      FakeInput(type: number, detail: number, delay: number, root: number, x: number, y: number): void;
    }

    interface WindowAttributes {
      readonly overrideRedirect: number;
      /** 0 unmapped, 1 unviewable, 2 viewable */
      readonly mapState: number;
    }

    interface GraphicsValues {
      /** a pixel value */
      readonly foreground?: number;
      readonly background?: number;
      readonly font?: number;
      /** 0: copying tells nothing of parts that could not be copied */
      readonly graphicsExposures?: 0 | 1;
    }

    interface Shape {
      readonly Kind: { readonly Input: number };
      readonly Op: { readonly Set: number };
      Rectangles(operation: number, kind: number, window: number, x: number, y: number, rectangles: readonly []): void;
    }

    interface RandR {
      readonly majorOpcode: number;
      readonly firstEvent: number;
      readonly major_version: number;
      readonly minor_version: number;
      SelectInput(window: number, mask: number): void;
      /** `offset` and `length` in units of 4 bytes; `type` 0 is any type */
      GetOutputProperty(
        output: number,
        name: number,
        type: number,
        offset: number,
        length: number,
        remove: boolean,
        pending: boolean,
        reply: Reply<Property>,
      ): void;
      GetScreenResources(window: number, reply: Reply<{ readonly outputs: readonly number[] }>): void;
      /** `mode` 0 replaces what was there */
      ChangeOutputProperty(output: number, name: number, type: number, format: 8, mode: 0, value: Buffer): void;
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
      AllocID(): number;
      CreateWindow(
        window: number,
        parent: number,
        x: number,
        y: number,
        width: number,
        height: number,
        border: number,
        depth: number,
        kind: number,
        visual: number,
        values: {
          readonly eventMask?: number;
          readonly backgroundPixel?: number;
          readonly overrideRedirect?: boolean;
          readonly winGravity?: number;
        },
      ): void;
      DestroyWindow(window: number): void;
      /** `mode` 0 replaces what was there */
      ChangeProperty(
        mode: 0 | 1 | 2,
        window: number,
        name: number,
        type: number,
        format: 8 | 16 | 32,
        data: Buffer | readonly number[] | string,
      ): void;
      DeleteProperty(window: number, name: number): void;
      ChangeWindowAttributes(
        window: number,
        values: { readonly eventMask?: number; readonly backgroundPixmap?: number },
      ): void;
      GetWindowAttributes(window: number, reply: Reply<WindowAttributes>): void;
      QueryTree(
        window: number,
        reply: Reply<{ readonly root: number; readonly parent: number; readonly children: readonly number[] }>,
      ): void;
      TranslateCoordinates(
        from: number,
        to: number,
        x: number,
        y: number,
        reply: Reply<{ readonly child: number; readonly destX: number; readonly destY: number }>,
      ): void;
      GetGeometry(
        window: number,
        reply: Reply<{ readonly width: number; readonly height: number; readonly depth: number }>,
      ): void;
      GetInputFocus(reply: Reply<{ readonly focus: number; readonly revertTo: number }>): void;
      /** `revertTo` 0 none, 1 the pointer's window, 2 the parent */
      SetInputFocus(window: number, revertTo: 0 | 1 | 2, done?: (error: XError | null) => boolean): void;
      ConfigureWindow(
        window: number,
        values: {
          readonly x?: number;
          readonly y?: number;
          readonly width?: number;
          readonly height?: number;
          readonly sibling?: number;
          readonly stackMode?: number;
        },
      ): void;
      MapWindow(window: number): void;
      UnmapWindow(window: number): void;
      RaiseWindow(window: number): void;
      SendClientMessage(
        destination: number,
        window: number,
        type: number,
        format: 32,
        data: readonly number[],
        eventMask?: number,
      ): void;
      /** Gives an id back that names nothing any more. */
      ReleaseID(id: number): void;
      CreatePixmap(pixmap: number, like: number, depth: number, width: number, height: number): void;
      FreePixmap(pixmap: number): void;
      CreateGC(context: number, drawable: number, values: GraphicsValues): void;
      ChangeGC(context: number, values: GraphicsValues): void;
      FreeGC(context: number): void;
      ClearArea(window: number, x: number, y: number, width: number, height: number, exposures: 0 | 1): void;
      CopyArea(
        from: number,
        to: number,
        context: number,
        fromX: number,
        fromY: number,
        toX: number,
        toY: number,
        width: number,
        height: number,
      ): void;
      /** `rectangles` is x, y, width, height, and so on */
      PolyFillRectangle(drawable: number, context: number, rectangles: readonly number[]): void;
      /** `y` is the base line; `text` is Latin-1, at most 255 characters */
      ImageText8(drawable: number, context: number, x: number, y: number, text: string): void;
      /** `format` 2 is one value a pixel; `planes` is a mask of the bits that are wanted */
      GetImage(
        format: 2,
        drawable: number,
        x: number,
        y: number,
        width: number,
        height: number,
        planes: number,
        reply: Reply<{ readonly depth: number; readonly data: Buffer }>,
      ): void;
      OpenFont(font: number, name: string): void;
      QueryTextExtents(
        font: number,
        text: string,
        reply: Reply<{ readonly fontAscent: number; readonly fontDescent: number; readonly overallWidth: number }>,
      ): void;
      require(extension: "shape", loaded: (error: Error | null | undefined, extension: Shape) => void): void;
      require(extension: "randr", loaded: (error: Error | null | undefined, extension: RandR) => void): void;
      require(extension: "res", loaded: (error: Error | null | undefined, extension: Resources) => void): void;
      require(extension: "xtest", loaded: (error: Error | null | undefined, extension: TestInput) => void): void;
      terminate(): void;
    }

    interface Options {
      readonly display: string;
      readonly disableBigRequests: boolean;
      readonly shm: boolean;
    }
  }

  const x11: {
    readonly eventMask: {
      readonly KeyPress: number;
      readonly PropertyChange: number;
      readonly StructureNotify: number;
      readonly SubstructureNotify: number;
      readonly FocusChange: number;
    };
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
  export type Shape = x11.Shape;
  export type Resources = x11.Resources;
  export type TestInput = x11.TestInput;
  export type XError = x11.XError;
  export type XEvent = x11.XEvent;
}
