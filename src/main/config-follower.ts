import { DockError, type ErrorBody, toErrorBody } from "../shared/errors.ts";
import { parseConfig, readConfigText } from "./adapters/system/config.ts";
import { changeConfig } from "./adapters/system/config-change.ts";
import { setField, writeConfig } from "./adapters/system/config-edit.ts";
import { checkConfig } from "./adapters/system/config-faults.ts";
import { type Config, configSchema } from "./adapters/system/config-schema.ts";
import { watchConfig } from "./adapters/system/config-watch.ts";
import type { SettingsChange } from "./engine/live-settings.ts";
import type { ConfigFile } from "./engine/ports.ts";
import type { RoomSettings } from "./engine/room.ts";

/** What a changed configuration is told to. */
export interface Followed {
  configure(change: SettingsChange): Promise<void>;
  refuseConfig(problem: ErrorBody): void;
}

/** Keeps the control room with its configuration file, while that is edited here or elsewhere. */
export class ConfigFollower implements ConfigFile {
  readonly file: string;
  #text: string | null;
  #running: Config;
  #look: () => Promise<void> = async () => {};
  #turn: Promise<void> = Promise.resolve();

  /** @throws DockError `CONFIG_INVALID`: at the start there are no settings from before */
  constructor(file: string) {
    this.file = file;
    this.#text = readConfigText(file);
    this.#running = this.#text === null ? configSchema.parse({}) : parseConfig(this.#text, file);
  }

  get config(): Config {
    return this.#running;
  }

  /** @param everyMs how often the file is looked at, in milliseconds */
  follow(room: Followed, settingsOf: (config: Config) => RoomSettings, everyMs?: number): { close(): void } {
    this.#look = () => {
      this.#turn = this.#turn.then(() => this.#read(room, settingsOf));
      return this.#turn;
    };
    return watchConfig(this.file, () => void this.#look(), everyMs);
  }

  text(): string {
    return readConfigText(this.file) ?? "";
  }

  edit(text: string, set: { readonly path: readonly string[]; readonly value?: unknown } | null) {
    const edited = set ? setField(text, set.path, set.value) : text;
    const checked = edited.trim() === "" ? null : checkConfig(edited);
    return { text: edited, faults: checked === null || checked.ok ? [] : [...checked.faults] };
  }

  async save(text: string, was: string): Promise<void> {
    if (this.text() !== was) {
      throw new DockError("CONFIG_INVALID", `${this.file} was changed by somebody else since you opened it.`, {
        hint: "Copy what you have typed, open the settings again, and put it in there.",
      });
    }
    writeConfig(this.file, text.trim() === "" ? "{}\n" : text);
    await this.#look();
  }

  /** Never rejects: what can't be taken is told, and the settings from before go on. */
  async #read(room: Followed, settingsOf: (config: Config) => RoomSettings): Promise<void> {
    try {
      const text = readConfigText(this.file);
      if (text === this.#text) return;
      this.#text = text;
      // An editor may take a file away for a moment: that is no wish for every default.
      if (text === null) throw new DockError("CONFIG_INVALID", `${this.file} is not there any more.`);
      const { config, changed, waiting } = changeConfig(this.#running, parseConfig(text, this.file));
      this.#running = config;
      const of = <Value>(field: string, value: Value) => (changed.includes(field) ? value : undefined);
      const wall = { mode: of("wall.mode", config.wall.mode), monitor: of("wall.monitor", config.wall.monitor) };
      await room.configure({ settings: settingsOf(config), wall, changed, waiting });
    } catch (error) {
      const hint = "The settings from before go on. Correct the named line; the file is read again when it is saved.";
      room.refuseConfig({ ...toErrorBody(error), hint });
    }
  }
}
