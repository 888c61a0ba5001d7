/** What one of the staff may do: each role may do what the ones before it may (R939). */
export const staffRoles = ['support', 'manager', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Whether a role may do what the least one of a call may. */
export function hasStaffRole(role: StaffRole, least: StaffRole): boolean {
  return staffRoles.indexOf(role) >= staffRoles.indexOf(least)
}

/** Whether a path belongs to the console; the router takes capitals and encoded letters for the same. */
export function isStaffPath(path: string): boolean {
  return /^\/+staff(?:[/.]|$)/i.test(path)
}

/** The cookie of a console session, and that of a browser in which one of the staff has signed in (R1240). */
type StaffCookie = 'staffToken' | 'staffBrowser'

/** The name of a cookie of the console; it belongs to one path, which `__Host-` does not allow. */
export function staffCookieName(isHttps: boolean, cookie: StaffCookie = 'staffToken'): string {
  return isHttps ? `__Secure-${cookie}` : cookie
}

/** The Set-Cookie header of a cookie for the console's own paths alone; 0 seconds delete it. */
export function staffCookieHeader(
  value: string,
  seconds: number,
  isHttps: boolean,
  cookie: StaffCookie = 'staffToken',
): string {
  const flags = `Path=/staff; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return `${staffCookieName(isHttps, cookie)}=${value}; ${flags}`
}
