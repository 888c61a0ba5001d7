/** Runs the slow part of what a press leads to after its first effect is painted; at once where nothing is painted. */
export function afterPaint(doRest: () => void): void {
  if (document.hidden) doRest()
  else requestAnimationFrame(() => setTimeout(doRest))
}
