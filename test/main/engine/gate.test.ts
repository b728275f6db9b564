import { beforeEach, describe, expect, it } from "vitest";
import { Gate } from "../../../src/main/engine/gate/gate.ts";
import type { LeasedSession } from "../../../src/main/engine/gate/leased-session.ts";
import { FakePipe, FakeSocket } from "../../support/fake-pipe.ts";

let pipe: FakePipe;
let socket: FakeSocket;
let gate: Gate;
let lease: LeasedSession;
let epoch: number;
let holder: "nobody" | "agent" | "human";
let refused: string[];
let mayShowTabs: boolean;

beforeEach(async () => {
  pipe = new FakePipe();
  socket = new FakeSocket();
  epoch = 4;
  holder = "agent";
  refused = [];
  mayShowTabs = false;
  gate = new Gate(pipe, {
    currentEpoch: () => epoch,
    holder: () => holder,
    now: () => 1,
    downloads: "/slot/downloads",
    mayShowTabs: () => mayShowTabs,
    mayUpload: (path) => path.startsWith("/slot/uploads/"),
    onTabOpened: () => {},
    onTabsChanged: () => {},
    onRefused: (method) => refused.push(method),
  });
  await gate.start();
  pipe.answers["Target.createTarget"] = { targetId: "HOME" };
  await gate.openTab({ url: "about:blank" });
  delete pipe.answers["Target.createTarget"];
  lease = gate.admitTenant(await gate.attachLease(), epoch, socket);
  pipe.written.length = 0;
});

function send(id: number, method: string, params: object = {}, sessionId?: string): void {
  lease.receive(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
}

function attach(child: string, targetId: string, type = "page", parent = "LEASE"): void {
  const targetInfo = { targetId, type, url: "about:blank" };
  pipe.says({ method: "Target.attachedToTarget", params: { sessionId: child, targetInfo }, sessionId: parent });
}

describe("the fence (R4)", () => {
  it("writes a command on the lease's own session while the epoch is the lease's", () => {
    send(1, "Browser.getVersion");
    expect(pipe.written).toEqual([{ id: 1, method: "Browser.getVersion", params: {}, sessionId: "LEASE" }]);
  });

  it("writes not one more byte once the slot's epoch has moved on, whoever moved it", () => {
    epoch = 5;
    send(1, "Browser.getVersion");
    expect(pipe.written).toEqual([]);
    expect(socket.received).toMatchObject([{ id: 1, error: { message: expect.stringContaining("EPOCH_STALE") } }]);
  });

  it("stays closed for the old lease when the epoch number could be its own again", () => {
    void gate.fence();
    pipe.written.length = 0;
    send(1, "Browser.getVersion");
    expect(pipe.written).toEqual([]);
  });

  it("sends a barrier behind everything that was written before, and settles with Chrome's answer to it", async () => {
    send(1, "Page.enable");
    const fenced = gate.fence();
    expect(pipe.written.map((each) => each["method"])).toEqual(["Page.enable", "Browser.getVersion"]);
    const barrier = pipe.written[1];
    pipe.says({ id: barrier?.["id"], result: {} });
    await expect(fenced).resolves.toBeUndefined();
  });

  it("hands on answers that are under way, and knows which commands have none (R2, R5)", () => {
    send(1, "Browser.getVersion");
    send(2, "Target.getBrowserContexts");
    void gate.fence();
    pipe.says({ id: 1, result: { product: "Chrome" }, sessionId: "LEASE" });
    expect(socket.received).toEqual([{ id: 1, result: { product: "Chrome" } }]);
    expect(lease.unanswered()).toEqual(["Target.getBrowserContexts"]);
  });

  it("keeps the ledger true for a tab whose creation is answered after the tenant was cut off", () => {
    send(7, "Target.createTarget", { url: "about:blank" });
    gate.cutTenant("LEASE");
    expect(socket.closed).toBe(true);
    pipe.says({ id: 7, result: { targetId: "LATE" }, sessionId: "LEASE" });
    expect(gate.agentTabs()).toEqual(["HOME", "LATE"]);
  });

  it("takes a new tab for the person's again after a lease that ended while it asked for one", async () => {
    send(7, "Target.createTarget", { url: "about:blank" });
    pipe.answers["Target.detachFromTarget"] = {};
    await gate.detachLease("LEASE");
    pipe.says({ method: "Target.targetCreated", params: { targetInfo: { targetId: "P", type: "page", url: "" } } });
    expect(gate.personTabs()).toEqual(["P"]);
  });

  it("cuts a former tenant off when another one is let in", () => {
    const second = new FakeSocket();
    gate.admitTenant("LEASE2", epoch, second);
    expect(socket.closed).toBe(true);
    send(1, "Browser.getVersion");
    expect(pipe.written).toEqual([]);
  });
});

describe("workers that several tabs share (R40)", () => {
  const written = () => pipe.written.map(({ method, sessionId }) => [method, sessionId]);

  it.each(["service_worker", "shared_worker"])("lets a %s run on every session that announces it", (type) => {
    attach("S1", "HOME");
    attach("W1", "WORKER", type, "S1");
    attach("W2", "WORKER", type);
    expect(written()).toEqual([
      ["Runtime.runIfWaitingForDebugger", "W1"],
      ["Runtime.runIfWaitingForDebugger", "W2"],
    ]);
    for (const { id, sessionId } of [...pipe.written]) pipe.says({ id, result: {}, sessionId });
    // Not before its answer: a detach that overtakes the run leaves the worker waiting.
    expect(pipe.written.slice(2)).toMatchObject([
      { method: "Target.detachFromTarget", params: { sessionId: "W1" }, sessionId: "S1" },
      { method: "Target.detachFromTarget", params: { sessionId: "W2" }, sessionId: "LEASE" },
    ]);
  });

  it("tells the client nothing of them, and takes no command for them", () => {
    attach("S1", "HOME");
    const known = socket.received.length;
    attach("W1", "WORKER", "service_worker", "S1");
    pipe.says({ method: "Runtime.consoleAPICalled", params: {}, sessionId: "W1" });
    expect(socket.received.length).toBe(known);
    const before = pipe.written.length;
    send(3, "Runtime.evaluate", { expression: "1" }, "W1");
    expect(pipe.written.length).toBe(before);
    expect(socket.received.at(-1)).toMatchObject({ id: 3, error: { message: "Session with given id not found." } });
  });
});

describe("the policy", () => {
  it("answers what would take the person's focus, without a word to Chrome (R21)", () => {
    attach("S1", "HOME");
    send(1, "Page.bringToFront", {}, "S1");
    send(2, "Target.activateTarget", { targetId: "HOME" });
    expect(pipe.written).toEqual([]);
    expect(socket.received.slice(1)).toEqual([
      { id: 1, result: {}, sessionId: "S1" },
      { id: 2, result: {} },
    ]);
  });

  it("shows an own tab where the window is guarded, and says nothing of it for a fenced client or a foreign tab", () => {
    attach("S1", "HOME");
    mayShowTabs = true;
    send(1, "Page.bringToFront", {}, "S1");
    send(2, "Target.activateTarget", { targetId: "PERSON" });
    const shown = [{ method: "Target.activateTarget", params: { targetId: "HOME" } }];
    expect(pipe.written).toMatchObject(shown);
    epoch += 1;
    send(3, "Page.bringToFront", {}, "S1");
    expect(pipe.written).toHaveLength(shown.length);
  });

  it("opens the agent's tabs in the background, in the slot's own window", () => {
    send(1, "Target.createTarget", { url: "https://a.test/", newWindow: true, browserContextId: "other", left: 9 });
    expect(pipe.written[0]?.["params"]).toEqual({ url: "https://a.test/", background: true, newWindow: false });
  });

  it("keeps downloads in the slot's folder, whatever the client asks for", () => {
    send(1, "Browser.setDownloadBehavior", { behavior: "allowAndName", downloadPath: "/etc", eventsEnabled: true });
    expect(pipe.written[0]?.["params"]).toEqual({
      behavior: "allow",
      downloadPath: "/slot/downloads",
      eventsEnabled: true,
    });
  });

  it("refuses cookies and says why (R31)", () => {
    send(1, "Storage.getCookies");
    expect(pipe.written).toEqual([]);
    expect(refused).toEqual(["Storage.getCookies"]);
    expect(socket.received[0]).toMatchObject({ error: { message: expect.stringContaining("NOT_ALLOWED") } });
  });

  it("lets only files of the slot's own folders be uploaded", () => {
    attach("S1", "HOME");
    send(1, "DOM.setFileInputFiles", { files: ["/etc/passwd"], nodeId: 3 }, "S1");
    expect(refused).toEqual(["DOM.setFileInputFiles"]);
    send(2, "DOM.setFileInputFiles", { files: ["/slot/uploads/a.txt"], nodeId: 3 }, "S1");
    expect(pipe.methods("S1")).toEqual(["DOM.setFileInputFiles"]);
  });

  it("counts files that are dropped on a page as uploads", () => {
    attach("S1", "HOME");
    send(1, "Input.dispatchDragEvent", { type: "drop", x: 1, y: 1, data: { files: ["/etc/passwd"] } }, "S1");
    expect(refused).toEqual(["Input.dispatchDragEvent"]);
    send(2, "Input.dispatchDragEvent", { type: "drop", x: 1, y: 1, data: { items: [] } }, "S1");
    expect(pipe.methods("S1")).toEqual(["Input.dispatchDragEvent"]);
  });

  it.each(["file:///etc/passwd", "chrome://settings", "javascript:alert(1)", "data:text/html,x", 7])(
    "opens no %s",
    (url) => {
      attach("S1", "HOME");
      send(1, "Page.navigate", { url }, "S1");
      send(2, "Target.createTarget", { url });
      expect(refused).toEqual(["Page.navigate"]);
      expect(pipe.written.map((each) => each["params"])).toMatchObject([{ url: "about:blank" }]);
    },
  );

  it("refuses a session that is not the lease's, the control room's own included", () => {
    send(1, "Page.enable", {}, "ROOM");
    expect(pipe.written).toEqual([]);
    expect(socket.received[0]).toMatchObject({ error: { code: -32001 } });
  });

  it.each(["", "[]", "{", '{"id":"1","method":"a"}', '{"id":1}', '{"id":2000000000,"method":"Page.enable"}'])(
    "answers %j as no DevTools command",
    (text) => {
      lease.receive(text);
      expect(pipe.written).toEqual([]);
      expect(socket.received).toMatchObject([{ error: { code: -32600 } }]);
    },
  );

  it("writes what it has judged: a second method in the same message is not written", () => {
    lease.receive('{"id":1,"method":"Storage.getCookies","method":"Browser.getVersion"}');
    expect(pipe.written).toEqual([{ id: 1, method: "Browser.getVersion", params: {}, sessionId: "LEASE" }]);
  });
});

describe("the agent's view of tabs (R40)", () => {
  it("shows its own tab, and drops the envelope's session of the browser connection", () => {
    attach("S1", "HOME");
    expect(socket.received).toMatchObject([{ method: "Target.attachedToTarget", params: { sessionId: "S1" } }]);
    expect(socket.received[0]).not.toHaveProperty("sessionId");
    pipe.says({ method: "Page.loadEventFired", params: {}, sessionId: "S1" });
    expect(socket.received[1]).toMatchObject({ method: "Page.loadEventFired", sessionId: "S1" });
  });

  it("lets a person's tab run, lets go of it, and never mentions it", () => {
    pipe.says({
      method: "Target.targetCreated",
      params: { targetInfo: { targetId: "MINE", type: "page", url: "" } },
    });
    attach("S2", "MINE");
    pipe.says({ method: "Page.frameNavigated", params: { secret: true }, sessionId: "S2" });
    expect(socket.received).toEqual([]);
    expect(pipe.methods("S2")).toEqual(["Runtime.runIfWaitingForDebugger"]);
    expect(pipe.methods("LEASE")).toEqual(["Target.detachFromTarget"]);
    expect(gate.personTabs()).toEqual(["MINE"]);
  });

  it("leaves foreign tabs out of the list of targets, and refuses to attach to them or to close them", () => {
    send(1, "Target.getTargets");
    const infos = ["HOME", "MINE"].map((targetId) => ({ targetId, type: "page", url: "" }));
    pipe.says({ id: 1, result: { targetInfos: infos }, sessionId: "LEASE" });
    expect(socket.received[0]).toEqual({ id: 1, result: { targetInfos: [infos[0]] } });
    send(2, "Target.attachToTarget", { targetId: "MINE", flatten: true });
    send(3, "Target.closeTarget", { targetId: "MINE" });
    expect(refused).toEqual(["Target.attachToTarget", "Target.closeTarget"]);
  });

  it("waits for Chrome's answer before it says whose a new tab is, and keeps the order of events", () => {
    send(7, "Target.createTarget", { url: "about:blank" });
    pipe.says({ method: "Target.targetCreated", params: { targetInfo: { targetId: "NEW", type: "page", url: "" } } });
    attach("S3", "NEW");
    pipe.says({ method: "Page.lifecycleEvent", params: {}, sessionId: "S3" });
    expect(socket.received).toEqual([]);
    pipe.says({ id: 7, result: { targetId: "NEW" }, sessionId: "LEASE" });
    expect(socket.received.map((each) => each["method"] ?? each["id"])).toEqual([
      "Target.attachedToTarget",
      "Page.lifecycleEvent",
      7,
    ]);
  });

  it("hides a person's tab that opens while the agent opens one of its own", () => {
    send(7, "Target.createTarget", { url: "about:blank" });
    attach("S4", "PERSONS");
    attach("S3", "NEW");
    pipe.says({ id: 7, result: { targetId: "NEW" }, sessionId: "LEASE" });
    const attached = socket.received.filter((each) => each["method"] === "Target.attachedToTarget");
    expect(attached).toHaveLength(1);
    expect(pipe.methods("S4")).toEqual(["Runtime.runIfWaitingForDebugger"]);
  });

  it("passes on frames and workers of the agent's own tabs", () => {
    attach("S1", "HOME");
    attach("F1", "FRAME", "iframe", "S1");
    expect(socket.received.at(-1)).toMatchObject({ params: { sessionId: "F1" }, sessionId: "S1" });
    send(1, "Runtime.enable", {}, "F1");
    expect(pipe.methods("F1")).toEqual(["Runtime.enable"]);
  });

  it("gives the person what opens while they hold the slot", () => {
    holder = "human";
    const targetInfo = { targetId: "POPUP", type: "page", url: "", openerId: "HOME" };
    pipe.says({ method: "Target.targetCreated", params: { targetInfo } });
    expect(gate.personTabs()).toEqual(["POPUP"]);
    expect(gate.agentTabs()).toEqual(["HOME"]);
  });
});
