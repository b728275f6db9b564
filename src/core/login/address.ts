/**
 * Whether an address is the place where one logs in: the same origin and path. What a site adds behind that, such as
 * where to go on afterwards, makes no other place of it.
 * @param address of a page
 * @param login from the target's configuration
 */
export function isLoginAddress(address: string, login: string): boolean {
  return placeIn(address) === placeIn(login);
}

function placeIn(address: string): string {
  const [place = ""] = address.split(/[?#]/);
  const [scheme = "", rest = ""] = place.split("://");
  const slash = rest.indexOf("/");
  const [host, path] = slash === -1 ? [rest, ""] : [rest.slice(0, slash), rest.slice(slash)];
  // Hosts have no case; paths do. A port that the scheme has anyway is not written by browsers.
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${path.replace(/\/+$/, "")}`;
}

/** How a page has come to where it is, as Chrome's history of the tab states it. */
export interface Arrival {
  /** `link` and `form_submit` for what a page did, script too; others for what was asked for from outside of it. */
  readonly transition: string;
  /** What was asked for; empty where that was redirected. */
  readonly asked: string;
}

/**
 * Whether somebody was led to the login, and did not ask for that very page: a redirect, a link, or a script of the site.
 */
export function wasLed({ transition, asked }: Arrival, login: string): boolean {
  return transition === "link" || transition === "form_submit" || !isLoginAddress(asked, login);
}
