/**
 * The name under which a cookie out of reach of scripts is kept: on https with the prefix by which browsers make sure
 * that no other host of the same domain and no http page has set it.
 */
export function hostCookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name
}
