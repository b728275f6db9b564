import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { refOf, startMs, textOf, useEngine } from "../support/engine-workplace.ts";

describe("the browser tools", { timeout: startMs }, () => {
  const engine = useEngine();
  const open = (path: string) => engine().open(path);
  const click = (target: string) => engine().call("browser_click", { target });

  describe("references", () => {
    it("name an element of the last snapshot", async () => {
      const home = await open("/");
      expect(textOf(await click(refOf(home, 'button "Plain"')))).toMatch(/: pressed$/m);
    });

    it("die with the document that they were read from", async () => {
      const home = await open("/");
      await open("/second");
      const stale = await click(refOf(home, 'button "Plain"'));
      expect(stale).toMatchObject({ outcome: "not_sent", error: { code: "STALE_REFERENCE", retry: "safe" } });
    });

    it("die with their element", async () => {
      const home = await open("/");
      await click("#remove");
      expect(await click(refOf(home, 'button "Going"'))).toMatchObject({ error: { code: "STALE_REFERENCE" } });
    });

    it("can't be used inside a selector", async () => {
      expect(await click("aria-ref=e1 >> visible=true")).toMatchObject({ error: { code: "ARGUMENTS_INVALID" } });
    });
  });

  describe("navigation", () => {
    it("refuses addresses that are not http or https", async () => {
      const result = await engine().call("browser_navigate", { url: "file:///etc/passwd" });
      expect(result).toMatchObject({ outcome: "not_sent", error: { code: "ARGUMENTS_INVALID", retry: "never" } });
    });

    it("has failed if the site broke the connection", async () => {
      expect(await open("/drop")).toMatchObject({ outcome: "failed", error: { code: "ACTION_FAILED" } });
    });

    it("goes back", async () => {
      await open("/");
      await open("/second");
      expect(textOf(await engine().call("browser_navigate_back"))).toContain("Title: Home");
    });
  });

  describe("typing", () => {
    it("never repeats the text in what it says, and hides what is in a password field", async () => {
      await open("/form");
      const typed = await engine().call("browser_type", { target: "#password", text: "open sesame: 1" });
      expect(typed.outcome).toBe("done");
      expect(textOf(typed)).toContain("(hidden)");
      const refused = await engine().call("browser_type", { target: "#locked", text: "open sesame: 1" }, 2_000);
      expect(refused).toMatchObject({ outcome: "not_sent", error: { code: "ACTION_FAILED" } });
      expect(JSON.stringify([typed, refused])).not.toContain("sesame");
    });

    it("submits with Enter and waits for the answer", async () => {
      await open("/form");
      const result = await engine().call("browser_type", { target: "#name", text: "Ann", submit: true });
      expect(textOf(result)).toContain("Title: Thanks");
    });

    it("submits with a key as well", async () => {
      await open("/form");
      await click("#name");
      expect(textOf(await engine().call("browser_press_key", { key: "Enter" }))).toContain("Title: Thanks");
    });

    it("fills a whole form", async () => {
      await open("/form");
      const fields = [
        { name: "Name", target: "#name", type: "textbox", value: "Ann" },
        { name: "Agree", target: "#agree", type: "checkbox", value: "true" },
        { name: "Colour", target: "#colour", type: "combobox", value: "Green" },
        { name: "Date", target: "#date", type: "textbox", value: "2024-01-02" },
      ];
      const text = textOf(await engine().call("browser_fill_form", { fields }));
      expect(text).toContain("Done: fill 4 fields.");
      expect(text).toContain('checkbox "Agree" [checked]');
      expect(text).toContain('option "Green" [selected]');
      expect(text).toContain(": 2024-01-02");
    });

    it("says that a form was filled in part only", async () => {
      await open("/form");
      const fields = [
        { name: "Name", target: "#name", type: "textbox", value: "Ann" },
        { name: "Locked", target: "#locked", type: "textbox", value: "Ann" },
      ];
      const result = await engine().call("browser_fill_form", { fields }, 2_000);
      expect(result).toMatchObject({ outcome: "failed", error: { code: "ACTION_FAILED", retry: "look_first" } });
    });

    it("does not select an option that isn't there", async () => {
      await open("/form");
      const result = await engine().call("browser_select_option", { target: "#colour", values: ["Blue"] }, 2_000);
      expect(result).toMatchObject({ outcome: "not_sent" });
      expect(result.error?.message).toContain("did not find some options");
    });
  });

  describe("dialogs", () => {
    it("end the click that opened them at once, and keep other tools out until they are answered", async () => {
      await open("/");
      const opened = await click("#confirm");
      expect(opened.outcome).toBe("done");
      expect(textOf(opened)).toContain("A dialog is open: confirm “Delete it?”. Use browser_handle_dialog");
      const other = await engine().call("browser_snapshot");
      expect(other).toMatchObject({ outcome: "not_sent", error: { code: "ACTION_FAILED" } });
      const accepted = await engine().call("browser_handle_dialog", { accept: true });
      expect(accepted).toMatchObject({ outcome: "done", requests: [{ method: "POST", status: 200 }] });
    });

    it("hide what the page had sent before, until they are answered; it is not called nothing", async () => {
      await open("/");
      const opened = await click("#saveAlert");
      expect(opened).toMatchObject({ outcome: "done", evidence: expect.stringContaining("can't be seen until") });
      const accepted = await engine().call("browser_handle_dialog", { accept: true });
      expect(accepted.outcome).toBe("done");
      // Sent before the dialog, so it is the click's; what answers the dialog waits for it.
      expect(accepted.news?.map(({ action_id }) => action_id)).toContain(opened.action_id);
      expect(JSON.stringify(accepted.news)).toContain("/save was answered with 200");
    });

    it("interrupt a wait", async () => {
      await open("/");
      await click("#alertSoon");
      const waited = await engine().call("browser_wait_for", { text: "never there" });
      expect(waited).toMatchObject({ outcome: "failed", error: { code: "ACTION_FAILED", retry: "safe" } });
      expect(waited.error?.message).toBe("A dialog opened meanwhile: alert “by itself”.");
      expect((await engine().call("browser_handle_dialog", { accept: true })).outcome).toBe("done");
    });

    it("can't be handled if there is none", async () => {
      const result = await engine().call("browser_handle_dialog", { accept: true });
      expect(result).toMatchObject({ outcome: "not_sent", error: { message: "No dialog is open." } });
    });
  });

  describe("file upload", () => {
    it("gives files of the slot's folders only, links followed", async () => {
      await Promise.all([
        writeFile(join(engine().uploads, "report.txt"), "text"),
        symlink("/etc/hostname", join(engine().uploads, "link.txt")),
      ]);
      await open("/upload");
      expect(textOf(await click("#file"))).toContain("A file chooser is open (one file)");
      for (const path of ["/etc/hostname", "../../etc/hostname", "link.txt", "absent.txt", engine().uploads]) {
        const refused = await engine().call("browser_file_upload", { paths: [path] });
        expect(refused).toMatchObject({ outcome: "not_sent", error: { code: "PATH_NOT_ALLOWED" } });
      }
      const given = await engine().call("browser_file_upload", { paths: [join(engine().uploads, "report.txt")] });
      expect(given.outcome).toBe("done");
      expect(textOf(given)).toMatch(/: report\.txt$/m);
    });

    it("wants an open file chooser", async () => {
      await open("/upload");
      const result = await engine().call("browser_file_upload", { paths: ["report.txt"] });
      expect(result).toMatchObject({ outcome: "not_sent", error: { code: "ACTION_FAILED" } });
    });
  });

  describe("tabs", () => {
    it("are told when a page opens one, and become current only when selected", async () => {
      await open("/");
      const opened = await click("#popup");
      const [, id] = /A new tab (t\d+) was opened/.exec(textOf(opened)) ?? [];
      expect(textOf(opened)).toContain("Title: Home");
      const selected = await engine().call("browser_tabs", { action: "select", tab: id });
      expect(textOf(selected)).toContain("Title: Second");
      const closed = await engine().call("browser_tabs", { action: "close" });
      expect(textOf(closed)).toContain("Title: Home");
      const gone = await engine().call("browser_tabs", { action: "select", tab: id });
      expect(gone).toMatchObject({ outcome: "not_sent", error: { code: "ARGUMENTS_INVALID" } });
    });

    it("never end with the last one", async () => {
      const closed = await engine().call("browser_tabs", { action: "close" });
      expect(textOf(closed)).toContain("Page: about:blank");
      const opened = await engine().call("browser_tabs", { action: "new", url: `${engine().site.origin}/second` });
      expect(textOf(opened)).toContain("Title: Second");
    });
  });

  describe("reading", () => {
    it("cuts a large snapshot and says so", async () => {
      await open("/large");
      const text = textOf(await engine().call("browser_snapshot", {}, 30_000));
      expect(Buffer.byteLength(text)).toBeLessThan(61_000);
      expect(text).toMatch(/Cut: this is the first \d+ of \d+ bytes/);
    });

    it("extracts text, and cuts it at 100 kB", async () => {
      await open("/second");
      expect(textOf(await engine().call("browser_extract", { target: "h1" }))).toBe("Second");
      await open("/long");
      const text = textOf(await engine().call("browser_extract"));
      expect(Buffer.byteLength(text)).toBeLessThan(101_000);
      expect(text).toMatch(/Cut: this is the first \d+ of \d+ bytes/);
    });

    it("takes pictures", async () => {
      await open("/second");
      const whole = await engine().call("browser_take_screenshot", { type: "jpeg", fullPage: true }, 60_000);
      expect(whole.content).toMatchObject([{ type: "image", mimeType: "image/jpeg" }]);
      const element = await engine().call("browser_take_screenshot", { target: "h1" }, 60_000);
      expect(element.content).toMatchObject([{ type: "image", mimeType: "image/png" }]);
    });

    it("waits for text, and says if it doesn't come", async () => {
      await open("/second");
      expect((await engine().call("browser_wait_for", { text: "Other", textGone: "nothing" })).outcome).toBe("done");
      const missing = await engine().call("browser_wait_for", { text: "never there" }, 1_000);
      expect(missing).toMatchObject({
        outcome: "failed",
        error: { message: expect.stringContaining("did not appear") },
      });
    });
  });

  it("refuses unknown tools and wrong arguments", async () => {
    expect(await engine().call("browser_evaluate")).toMatchObject({
      outcome: "not_sent",
      error: { code: "TOOL_UNKNOWN" },
    });
    const wrong = await engine().call("browser_click", { target: "#a", force: true });
    expect(wrong).toMatchObject({ outcome: "not_sent", error: { code: "ARGUMENTS_INVALID" } });
  });
});
