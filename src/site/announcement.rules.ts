/** The cookie that holds the id of the announcement that the visitor has closed (R822). */
export const announcementCookie = 'announcement'
