/** What a page does when its button is pressed, or by itself: statements that see `go` (the button) and `later`. */
const deeds = {
  window_open: "open('/quiet')",
  window_open_features: "open('/quiet', '_blank', 'popup,width=320,height=240,left=80,top=80')",
  alert: "alert('Sure?')",
  confirm: "confirm('Delete it?')",
  prompt: "prompt('Which one?')",
  geolocation: "navigator.geolocation.getCurrentPosition(() => {}, () => {})",
  notifications: "Notification.requestPermission()",
  clipboard: "navigator.clipboard.readText().catch(() => {})",
  // Its own focus, its popup's, and the popup's asking for its opener: each again and again.
  window_focus: "open('/clinging', 'clinging', 'width=320,height=240'); setInterval(() => window.focus(), 100)",
  fullscreen: "document.documentElement.requestFullscreen().catch(() => {})",
  download: "later('/file')",
  script_chooser: "chooser.click()",
  file_picker: "showOpenFilePicker().catch(() => {})",
  // The preview stops the page, and with it a click that is not through yet.
  print: "setTimeout(print, 1500)",
  picture_in_picture: "documentPictureInPicture.requestWindow({ width: 320, height: 240 })",
  // Begun after the click has been answered: it never ends by itself.
  login_dialog: "setTimeout(() => later('/private'), 700)",
} as const;

export type Deed = keyof typeof deeds;

/** Elements that are attacks by themselves, as soon as they are clicked. */
const elements = {
  target_blank: "<a id=go target=_blank href=/quiet>Go</a>",
  file_input: "<input id=go type=file>",
  colour_input: "<input id=go type=color>",
  date_input: "<input id=go type=date>",
  select: "<select id=go><option>One<option>Two<option>Three</select>",
} as const;

export type Trap = keyof typeof elements;

/** Milliseconds after which a page does by itself what its button would do: the agent's navigation is through by then. */
const timer = 500;

/** @returns null where there is no such page */
export function attackPage(path: string, byItself: boolean): string | null {
  const name = path.slice(1);
  if (path === "/quiet") return document("Quiet", "<h1>Quiet</h1>");
  if (path === "/clinging") {
    return document("Clinging", "<script>setInterval(() => { focus(); opener?.focus() }, 100)</script>");
  }
  if (isTrap(name)) return document(name, elements[name]);
  if (!isDeed(name)) return null;
  const start = byItself ? `setTimeout(act, ${timer})` : "go.onclick = act";
  return document(
    name,
    `<button id=go>Go</button><input id=chooser type=file hidden><iframe id=frame hidden></iframe>
<script>
const later = (address) => { frame.src = address };
function act() { ${deeds[name]} }
${start};
</script>`,
  );
}

function document(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><p>${title}</p>${body}`;
}

function isDeed(name: string): name is Deed {
  return Object.hasOwn(deeds, name);
}

function isTrap(name: string): name is Trap {
  return Object.hasOwn(elements, name);
}
