// What the look of every page must keep to. The function runs in the browser: it is sent there as source code, so it can
// use nothing outside itself.

/** Buttons of other heights than 40 and 48 px, arches that are not round, and cards in cards. */
export function findUnevenParts(): string[] {
  const visibility = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(one =>
    one.checkVisibility(visibility),
  )
  return [...shown.filter(isUnevenButton), ...shown.filter(isUnevenArch), ...shown.filter(isCardInCard)].map(
    one => `${one.offsetWidth} × ${one.offsetHeight}: ${one.outerHTML.slice(0, 160)}`,
  )

  /** A pill with a ground or an edge, and text of one line in it; the round ones of pages and tiles are of 44 px. */
  function isUnevenButton(one: HTMLElement): boolean {
    if (!one.matches('button, summary, a') || !one.textContent?.trim()) return false
    const { borderTopLeftRadius, borderTopWidth, backgroundColor, lineHeight, paddingTop } =
      getComputedStyle(one)
    const hasEdge = Number.parseFloat(borderTopWidth) > 0
    const hasGround = !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)
    const isPill = Number.parseFloat(borderTopLeftRadius) >= 100
    const isRound = Math.abs(one.offsetWidth - one.offsetHeight) <= 1
    if (!isPill || isRound || !(hasEdge || hasGround)) return false
    const textHeight = one.offsetHeight - 2 * Number.parseFloat(paddingTop)
    const isOneLine = textHeight < 1.9 * Number.parseFloat(lineHeight)
    return isOneLine && ![40, 48].includes(Math.round(one.getBoundingClientRect().height))
  }

  /** The two radii of an upper corner, in px. */
  function isUnevenArch(one: HTMLElement): boolean {
    const { borderTopLeftRadius, borderTopRightRadius, display } = getComputedStyle(one)
    if (!/^50% .*%$/.test(borderTopLeftRadius) || display === 'inline') return false
    const [across = 0, down = 0] = borderTopLeftRadius.split(' ').map(value => Number.parseFloat(value) / 100)
    const isLopsided = borderTopLeftRadius !== borderTopRightRadius
    return isLopsided || Math.abs(across * one.offsetWidth - down * one.offsetHeight) > 1.5
  }

  function isCardInCard(one: HTMLElement): boolean {
    return isCard(one) && isInCard(one.parentElement)
  }

  function isInCard(start: HTMLElement | null): boolean {
    for (let box = start; box && box !== document.body; box = box.parentElement) {
      // A dialog and an open menu lie over the page.
      if (box.matches('dialog, [role=dialog]') || getComputedStyle(box).position === 'absolute') return false
      if (isCard(box)) return true
    }
    return false
  }

  /** A framed block with the round corners of a card; what is pressed or filled in, and alerts, are none. */
  function isCard(one: HTMLElement): boolean {
    if (one.matches('a, button, label, summary, input, select, textarea, fieldset, [role=alert]'))
      return false
    const { borderTopWidth, borderBottomWidth, borderTopLeftRadius, borderBottomLeftRadius } =
      getComputedStyle(one)
    const isFramed = Number.parseFloat(borderTopWidth) > 0 && Number.parseFloat(borderBottomWidth) > 0
    return isFramed && borderTopLeftRadius === '18px' && borderBottomLeftRadius === '18px'
  }
}
