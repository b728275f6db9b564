import manifest from "../../package.json" with { type: "json" };

/** Version of this package; built in, so that asking for it reads no file. */
export const version: string = manifest.version;
