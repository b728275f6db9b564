function page(title: string, body: string): string {
  return `<!doctype html><title>${title}</title><link rel="icon" href="data:,">${body}`;
}

const post = (path: string) =>
  `fetch('${path}?secret=1', {method:'POST', body:'hidden'}).then(r => r.text()).then(t => out.textContent = t, e => out.textContent = 'error')`;

/** What the test site serves, by path. */
export const pages: Readonly<Record<string, string>> = {
  "/": page(
    "Home",
    `<h1>Home</h1><p id=out>nothing yet</p>
     <button id=plain onclick="out.textContent='pressed'">Plain</button>
     <button id=save onclick="${post("/save")}">Save</button>
     <button id=late onclick="setTimeout(() => ${post("/save")}, 0)">Save in a timer</button>
     <button id=chain onclick="fetch('/save',{method:'POST'}).then(() => ${post("/save")})">Save twice</button>
     <button id=fail onclick="${post("/fail")}">Fail</button>
     <button id=drop onclick="${post("/drop")}">Drop</button>
     <button id=never onclick="${post("/never")}">Never</button>
     <button id=unreachable onclick="${post("http://127.0.0.1:9/x")}">Unreachable</button>
     <button id=beacon onclick="navigator.sendBeacon('/beacon','x')">Beacon</button>
     <a id=tracked href="/second" onclick="navigator.sendBeacon('/never','x')">Tracked link</a>
     <a id=link href="/second">Second page</a>
     <a id=hang href="/never-page">Hanging page</a>
     <a id=popup href="/second" target=_blank>New tab</a>
     <a id=download href="/file">Download</a>
     <button id=alert onclick="out.textContent='before';alert('Sure?');out.textContent='after'">Alert</button>
     <button id=alertSoon onclick="setTimeout(() => alert('by itself'), 1500)">Alert soon</button>
     <button id=confirm onclick="if(confirm('Delete it?')) ${post("/save")}">Confirm</button>
     <button id=saveAlert onclick="${post("/save")};alert('Saving')">Save and alert</button>
     <button id=disabled disabled>Disabled</button>
     <button id=covered style="position:absolute;left:600px;top:10px">Covered</button>
     <div id=cover style="position:absolute;left:590px;top:0;width:200px;height:60px;background:#eee"></div>
     <button id=remove onclick="gone.remove()">Remove</button><button id=gone>Going</button>
     <button id=busy onclick="setTimeout(() => { for (const end = Date.now() + 1500; Date.now() < end;); ${post("/save")} }, 0)">Busy, then save</button>
     <button id=loop onclick="for(;;);">Loop</button>
     <button class=twin>One</button><button class=twin>Two</button>`,
  ),
  "/second": page("Second", `<h1>Second</h1><button id=other>Other</button><a href="/">Home</a>`),
  "/thanks": page("Thanks", "<h1>Thanks</h1>"),
  "/form": page(
    "Form",
    `<form action="/form-target" method=post>
       <input id=name name=name aria-label=Name><input id=password type=password name=password aria-label=Password>
       <input id=agree type=checkbox aria-label=Agree>
       <select id=colour aria-label=Colour><option value=r>Red<option value=g>Green</select>
       <input id=date type=date aria-label=Date><input id=locked disabled aria-label=Locked>
       <button id=send>Send</button></form>`,
  ),
  "/upload": page(
    "Upload",
    `<input id=file type=file aria-label=File onchange="out.textContent=file.files[0].name"><p id=out></p>`,
  ),
  "/worker": page(
    "Worker",
    `<h1>Worker</h1><p id=out>nothing yet</p>
     <button onclick="navigator.serviceWorker.register('/worker.js').then(r => navigator.serviceWorker.ready).then(r => out.textContent='ready ' + r.active.state, e => out.textContent='failed ' + e)">Register</button>
     <button onclick="fetch('/from-worker').then(r => r.text()).then(t => out.textContent=t)">Ask</button>`,
  ),
  "/long": page("Long", "<p>a line of text that is not the last one</p>".repeat(3000)),
  "/large": page("Large", `<ul>${"<li><button>a button with quite a long name</button></li>".repeat(1200)}</ul>`),
};

/** A service worker that answers one path by itself. */
export const workerScript = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname === '/from-worker') event.respondWith(new Response('the worker answers'));
});`;
