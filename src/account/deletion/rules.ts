/** For how many days a deletion can be cancelled by signing in (R124); then the person is erased (R125). */
export const deletionGraceDays = 14

/** When the grace period of a deletion that was requested at that moment is over. */
export function deletionGraceEnd(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + deletionGraceDays * 86_400_000)
}
