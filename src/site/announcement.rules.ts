/** The cookie with the id of the announcement that the visitor has closed (R822). */
export const announcementCookie = 'announcement'
