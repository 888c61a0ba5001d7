// How pages of the console have to be laid out. The function runs in the browser: it is sent there as source code, so it
// can use nothing outside itself.

/**
 * Cut words, links off the line of their row, buttons off that of their fields, and on phones targets under 40 px and what
 * scrolls sideways.
 */
export function findLayoutFaults(): string[] {
  const isPhone = innerWidth < 768
  const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter(one => one.checkVisibility())
  const faults = {
    'cut word': shown.filter(one => one.matches('td, th, dd, dt, nav a') && hasCutWord(one)),
    'off its line': shown.filter(one => one.matches('tbody tr') && !isOnOneLine(one)),
    'button off its fields': shown.filter(one => one.matches('.field-row > button') && !isBesideField(one)),
    'low target': isPhone ? shown.filter(one => one.matches('a[href], button, summary') && isLow(one)) : [],
    'scrolls sideways': isPhone
      ? shown.filter(one => !one.closest('nav') && one.scrollWidth > one.clientWidth + 1 && isScrolling(one))
      : [],
    'rows of the menu': findMenuRows() > 1 ? [document.body] : [],
  }
  return Object.entries(faults).flatMap(([fault, found]) =>
    found.map(one => `${fault}: ${one.innerText.trim().slice(0, 60)} (${one.outerHTML.slice(0, 120)})`),
  )

  function isScrolling(one: HTMLElement): boolean {
    return ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
  }

  function textsOf(one: Element): Text[] {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    // What is for screen readers alone is one pixel wide.
    return texts.filter(text => text.data.trim() !== '' && (text.parentElement?.offsetWidth ?? 0) !== 1)
  }

  /** A word, an e-mail or an address of the network that continues on the next line; very long ones may. */
  function hasCutWord(one: Element): boolean {
    return textsOf(one).some(text =>
      [...text.data.matchAll(/[^\s/-]+/g)].some(({ 0: word, index }) => {
        const whole =
          text.data.slice(0, index).match(/\S*$/)?.[0] + (text.data.slice(index).match(/^\S*/)?.[0] ?? '')
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return whole.length < 25 && lines.size > 1
      }),
    )
  }

  /** The first words of all cells, or of a cell and the name before it, stand on one line. */
  function isOnOneLine(row: HTMLElement): boolean {
    const cells = [...row.children].filter(cell => cell.checkVisibility())
    const isStacked = getComputedStyle(row).display === 'block'
    const groups = isStacked ? cells.map(cell => [...cell.children]) : [cells]
    return groups.every(group => {
      const feet = group.flatMap(part => footOf(part) ?? [])
      return feet.every(foot => Math.abs(foot - (feet[0] ?? foot)) <= 1.5)
    })
  }

  /** Where the first line of text ends below, where it is of the table's own size. */
  function footOf(part: Element): number | null {
    const text = textsOf(part).find(one => one.parentElement?.checkVisibility())
    const size = text?.parentElement && getComputedStyle(text.parentElement).fontSize
    if (!text || size !== '14px') return null
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getClientRects()[0]?.bottom ?? null
  }

  /** As high as the control in its row, and at the same height; on phones it stands below. */
  function isBesideField(button: HTMLElement): boolean {
    const controls = button.parentElement?.querySelectorAll<HTMLElement>('input:not([type=hidden]), select')
    const box = button.getBoundingClientRect()
    return [...(controls ?? [])]
      .map(control => control.getBoundingClientRect())
      .filter(control => control.top < box.bottom && control.bottom > box.top)
      .every(control => Math.abs(control.top - box.top) < 1.5 && Math.abs(control.height - box.height) < 1.5)
  }

  function isLow(target: HTMLElement): boolean {
    const { height, width } = target.getBoundingClientRect()
    const isInSentence = target.parentElement?.matches('p') && getComputedStyle(target).display === 'inline'
    return height < 39.5 && width > 1 && !isInSentence
  }

  /** The first navigation is that of the console, unless it is folded. */
  function findMenuRows(): number {
    const links = shown.filter(one => one.matches('nav a'))
    const menu = links.filter(one => one.closest('nav') === links[0]?.closest('nav'))
    return new Set(menu.map(one => Math.round(one.getBoundingClientRect().top))).size
  }
}
