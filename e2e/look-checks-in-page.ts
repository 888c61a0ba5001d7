// What the look of every page must keep to. The function runs in the browser: it is sent there as source code, so it can
// use nothing outside itself.

/** A yes or no that doesn't say of what, a value that is missing beside its label, and an error that names no field. */
export function findBareTexts(): string[] {
  const shown = [...document.body.querySelectorAll<HTMLElement>('dd, td, td > :last-child, [role=alert] a')]
  return shown
    .filter(one => one.checkVisibility() && (isBareAnswer(one) || isEmptyValue(one) || isUnnamedError(one)))
    .map(one => one.outerHTML.slice(0, 200))

  function isBareAnswer(one: HTMLElement): boolean {
    return /^(yes|no|ναι|όχι)$/i.test(one.innerText.trim())
  }

  /** On phones a cell of the console's tables has its column's label before it. */
  function isEmptyValue(one: HTMLElement): boolean {
    const label = one.previousElementSibling
    const hasLabel = one.matches('td > *') && label?.ariaHidden === 'true' && label.checkVisibility()
    return hasLabel && one.childElementCount === 0 && one.innerText.trim() === ''
  }

  /** It begins with the field's name and a colon, or has a word of its label. */
  function isUnnamedError(one: HTMLElement): boolean {
    const id = one.getAttribute('href')?.match(/^#(field-.+)$/)?.[1]
    if (id === undefined) return false
    const field = document.getElementById(id)
    const legend = field?.closest('fieldset')?.querySelector('legend')
    const label = document.querySelector(`label[for="${id}"]`) ?? legend ?? field?.closest('label')
    const stems = fold(label?.textContent ?? '').match(/\p{L}[\p{L}-]{3}/gu)
    const sentence = fold(one.innerText)
    return !/^[^:]{3,60}: ./.test(sentence) && !stems?.some(stem => sentence.includes(stem))
  }

  /** In lower case, without accents, hyphens alike. */
  function fold(text: string): string {
    return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('\u2011', '-').toLowerCase()
  }
}

/** Buttons of other heights than 40 px, on phones 44, and 48, arches that are not round, cards in cards, tiles of a row that end apart, and broken words. */
export function findUnevenParts(): string[] {
  const visibility = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(one =>
    one.checkVisibility(visibility),
  )
  const faults = [isUnevenButton, isUnevenArch, isCardInCard, isUnevenTile, hasBrokenWord]
  const uneven = faults.flatMap(isUneven => shown.filter(isUneven))
  return uneven.map(one => `${one.offsetWidth} × ${one.offsetHeight}: ${one.outerHTML.slice(0, 160)}`)

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
    const low = innerWidth < 768 ? 44 : 40
    return isOneLine && ![low, 48].includes(Math.round(one.getBoundingClientRect().height))
  }

  /** The two radii of an upper corner, in px. */
  function isUnevenArch(one: HTMLElement): boolean {
    const { borderTopLeftRadius, borderTopRightRadius, display } = getComputedStyle(one)
    if (!/^50% .*%$/.test(borderTopLeftRadius) || display === 'inline') return false
    const [across = 0, down = 0] = borderTopLeftRadius.split(' ').map(value => Number.parseFloat(value) / 100)
    const isLopsided = borderTopLeftRadius !== borderTopRightRadius
    return isLopsided || Math.abs(across * one.offsetWidth - down * one.offsetHeight) > 1.5
  }

  /** What stands last in a product's tile, its price or button, ends where that of the next tile in its row does. */
  function isUnevenTile(one: HTMLElement): boolean {
    const next = one.nextElementSibling
    if (!(next instanceof HTMLElement) || !one.matches('li:has(.product-picture)')) return false
    const isOneRow = one.offsetTop === next.offsetTop && one.offsetLeft < next.offsetLeft
    return isOneRow && Math.abs(footOf(one) - footOf(next)) > 1.5
  }

  /** A heading with a word of which a part stands in the next line, without a hyphen. */
  function hasBrokenWord(one: HTMLElement): boolean {
    if (!one.matches('h1, h2, h3') || getComputedStyle(one).hyphens === 'auto') return false
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u2010-]{4,}/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1) return true
      }
    return false
  }

  function footOf(tile: HTMLElement): number {
    const ends = [...tile.querySelectorAll('p, a, button, h3')].map(part => part.getBoundingClientRect())
    return Math.max(...ends.filter(({ height }) => height > 0).map(({ bottom }) => bottom))
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
