import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openEndpointServer } from "../../../../src/main/adapters/process/endpoint-server.ts";
import type { Tenant, TenantSocket } from "../../../../src/main/engine/ports.ts";

const directory = mkdtempSync(join(tmpdir(), "endpoints-"));
const socketPath = join(directory, "gate.sock");
let server: Awaited<ReturnType<typeof openEndpointServer>>;

beforeAll(async () => {
  server = await openEndpointServer(socketPath);
});

afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** A tenant that answers each message with its own text. */
function echo(socket: TenantSocket): Tenant {
  return { receive: (text) => socket.send(`heard ${text}`), gone: () => {} };
}

/** What a client hears first, or why it was turned away. */
function knock(endpoint: string, token: string): Promise<string> {
  return new Promise((resolve) => {
    const client = new WebSocket(endpoint, { headers: { authorization: `Bearer ${token}` } });
    client.on("open", () => client.send("hello"));
    client.on("message", (data: Buffer) => {
      resolve(data.toString());
      client.close();
    });
    client.on("error", (error) => resolve(error.message));
  });
}

describe("the endpoints of leases", () => {
  it("serve one connection that shows the token, and no second one", async () => {
    const { endpoint, token } = server.offer("L1", echo);
    expect(await knock(endpoint, token)).toBe("heard hello");
    expect(await knock(endpoint, token)).toContain("401");
  });

  it("turn away a wrong token, and still serve the right one afterwards", async () => {
    const { endpoint, token } = server.offer("L1", echo);
    expect(await knock(endpoint, `${token.slice(1)}x`)).toContain("401");
    expect(await knock(endpoint, "")).toContain("401");
    expect(await knock(endpoint, token)).toBe("heard hello");
  });

  it("turn away the token of another lease", async () => {
    const [one, other] = [server.offer("L1", echo), server.offer("L2", echo)];
    expect(await knock(one.endpoint, other.token)).toContain("401");
  });

  it("are gone once they were withdrawn", async () => {
    const { endpoint, token, withdraw } = server.offer("L1", echo);
    withdraw();
    expect(await knock(endpoint, token)).toContain("401");
  });

  it("put the token into no address, and open no file to other users", () => {
    const { endpoint, token } = server.offer("L1", echo);
    expect(endpoint).not.toContain(token);
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  });

  it("cut a tenant off when its lease ends", async () => {
    const cut = Promise.withResolvers<number>();
    const admitted = Promise.withResolvers<TenantSocket>();
    const { endpoint, token } = server.offer("L1", (socket) => {
      admitted.resolve(socket);
      return echo(socket);
    });
    const client = new WebSocket(endpoint, { headers: { authorization: `Bearer ${token}` } });
    client.on("close", (code) => cut.resolve(code));
    await new Promise((resolve) => client.on("open", resolve));
    (await admitted.promise).close();
    expect(await cut.promise).toBe(1006);
  });
});
