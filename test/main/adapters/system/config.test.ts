import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfig } from "../../../../src/main/adapters/system/config.ts";
import { changeConfig, waitsForStart } from "../../../../src/main/adapters/system/config-change.ts";
import { fieldPath, setField, writeConfig } from "../../../../src/main/adapters/system/config-edit.ts";
import { checkConfig } from "../../../../src/main/adapters/system/config-faults.ts";
import { watchConfig } from "../../../../src/main/adapters/system/config-watch.ts";

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-config-"));
  file = join(directory, "config.jsonc");
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const mine = `// mine
{
  "slots": {
    "live": 3, // enough
  },
  "targets": {
    "shop": {
      "sites": ["shop.test"]
    }
  }
}
`;

const faultsOf = (text: string) => {
  const checked = checkConfig(text);
  return checked.ok ? [] : checked.faults.map(({ line, field }) => `${line} ${field}`);
};

describe("the faults of a configuration", () => {
  it("are all told, each with its line, nested fields of a target included", () => {
    const text = `{
  "slots": { "count": 0 },
  "targets": {
    "shop": {
      "sites": ["https://shop.test"],
      "check": {
        "url": "https://shop.test/"
      },
      "login": "here",
      "cheque": 1,
      "worktrees": "both"
    }
  }
}`;
    expect(faultsOf(text)).toEqual([
      "2 slots.count",
      "5 targets.shop.sites.0",
      "6 targets.shop.check",
      "9 targets.shop.login",
      "10 targets.shop",
      "11 targets.shop.worktrees",
    ]);
  });

  it("name for what is missing the line of the object that should have it", () => {
    expect(faultsOf('{\n "targets": {\n  "shop": {\n   "mark": { "text": "hello" }\n  }\n }\n}')).toEqual([
      "4 targets.shop.mark.url",
    ]);
  });

  it("name each unknown field on its own line", () => {
    expect(faultsOf('{\n "slot": 1,\n "wal": 2\n}')).toEqual(["2 ", "3 "]);
  });

  it("are the slips of the keyboard first, and an empty file is one", () => {
    expect(faultsOf('{\n "slots": {\n  "count" 3\n }\n}')[0]).toBe("3 ");
    expect(faultsOf("")).toEqual(["1 "]);
  });
});

describe("a field that is set in the text", () => {
  it("leaves comments and everything else as they are", () => {
    expect(setField(mine, ["slots", "live"], 8)).toBe(mine.replace('"live": 3', '"live": 8'));
  });

  it("is added where it is missing, also to no file at all, and taken away again", () => {
    const added = setField(mine, ["limits", "memoryMb"], 2048);
    expect(parseConfig(added, "c")).toMatchObject({ limits: { memoryMb: 2048 }, slots: { live: 3 } });
    expect(added).toContain("// enough");
    expect(parseConfig(setField(added, ["limits", "memoryMb"], undefined), "c").limits).toEqual({});
    expect(parseConfig(setField(null, ["slots", "live"], 2), "c").slots.live).toBe(2);
  });

  it.each([
    ["slots.live", ["slots", "live"]],
    ['targets["/repos/shop.git"].sites', ["targets", "/repos/shop.git", "sites"]],
    ['targets["a\\"b"].login', ["targets", 'a"b', "login"]],
  ])("is named %s", (field, path) => {
    expect(fieldPath(field)).toEqual(path);
  });

  it.each(["", "slots.", 'targets["shop', "a[0]"])("is not named %j", (field) => {
    expect(() => fieldPath(field)).toThrow(expect.objectContaining({ code: "ARGUMENTS_INVALID" }));
  });
});

describe("writing the file", () => {
  it("is done as a whole, private, and leaves nothing beside it", () => {
    writeConfig(file, mine);
    expect(readFileSync(file, "utf8")).toBe(mine);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["config.jsonc"]);
  });

  it("is refused for what can't be taken, with every line; the file stays as it was", () => {
    writeConfig(file, mine);
    const error = expect.objectContaining({
      code: "CONFIG_INVALID",
      message: expect.stringMatching(/:1: slots.live.*; .*:2: wall/),
    });
    expect(() => writeConfig(file, '{ "slots": { "live": 0 },\n"wall": 3 }')).toThrow(error);
    expect(readFileSync(file, "utf8")).toBe(mine);
  });

  it("follows a link", () => {
    writeFileSync(join(directory, "real"), "{}");
    symlinkSync(join(directory, "real"), file);
    writeConfig(file, mine);
    expect(readFileSync(join(directory, "real"), "utf8")).toBe(mine);
  });
});

describe("a changed configuration", () => {
  const config = (text: string) => parseConfig(text, "c");

  it("holds at once, but for what is built into what runs", () => {
    const running = config("{}");
    const next = config(`{
      "slots": { "count": 30, "live": 4 }, "browser": { "path": "/chrome" }, "limits": { "memoryMb": 900 },
      "wall": { "mode": "pages", "scale": 2, "focusGuard": false },
      "targets": { "shop": { "conflictKeys": ["stripe"] } }
    }`);
    const change = changeConfig(running, next);
    expect(change.config).toMatchObject({
      slots: { count: 25, live: 4 },
      browser: { allowSystem: false },
      limits: { memoryMb: 900 },
      wall: { mode: "pages", focusGuard: true },
    });
    expect(change.changed.toSorted()).toEqual(["limits.memoryMb", "slots.live", "targets.shop", "wall.mode"]);
    expect(change.waiting.toSorted()).toEqual(["browser.path", "slots.count", "wall.focusGuard", "wall.scale"]);
    expect(change.waiting.every(waitsForStart)).toBe(true);
    expect(change.changed.some(waitsForStart)).toBe(false);
  });

  it("waits for nothing once it is as what runs again", () => {
    expect(changeConfig(config("{}"), config("{}"))).toMatchObject({ changed: [], waiting: [] });
  });
});

describe("watching the file", () => {
  it("tells of a file that comes, changes, is replaced and goes", async () => {
    let told = Promise.withResolvers<void>();
    const watch = watchConfig(file, () => told.resolve(), 20);
    const toldOf = async (change: () => void) => {
      told = Promise.withResolvers<void>();
      change();
      await told.promise;
    };
    try {
      await toldOf(() => writeFileSync(file, "{}"));
      await toldOf(() => writeFileSync(file, "{ }"));
      await toldOf(() => writeConfig(file, mine));
      await toldOf(() => rmSync(file));
    } finally {
      watch.close();
    }
  });
});
