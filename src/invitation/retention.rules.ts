/** How long guest lists are kept (R943). */
export const guestListRules = {
  /** Months after the event; without one after the closing day, else after the registry was made. */
  months: 12,
  /** The host is told so many days before. */
  noticeDays: 30,
  /** A registry that its host deleted keeps its guests for so many days, in case it was a mistake. */
  removedDays: 30,
}
