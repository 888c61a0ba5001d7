/** A typeface that invitations may be set in; each one carries Greek. */
export interface Typeface {
  /** What is kept and sent. */
  key: string
  name: string
  /** For pages and letters: where the first is missing, a like one of the reader's device. */
  stack: string
}

/** Letters can't bring typefaces along, so each has a like one that devices have, with Greek. */
export const typefaces: Typeface[] = [
  { key: 'literata', name: 'Literata', stack: "Literata, Georgia, 'Times New Roman', serif" },
  { key: 'gfs-didot', name: 'GFS Didot', stack: "'GFS Didot', Didot, 'Palatino Linotype', Georgia, serif" },
  {
    key: 'commissioner',
    name: 'Commissioner',
    stack: "Commissioner, 'Segoe UI', Helvetica, Arial, sans-serif",
  },
  { key: 'comfortaa', name: 'Comfortaa', stack: "Comfortaa, 'Trebuchet MS', Verdana, sans-serif" },
  { key: 'mynerve', name: 'Mynerve', stack: "Mynerve, 'Segoe Print', 'Comic Sans MS', cursive" },
  { key: 'mansalva', name: 'Mansalva', stack: "Mansalva, 'Segoe Print', 'Bradley Hand', cursive" },
]

export const typefaceKeys = typefaces.map(({ key }) => key)

export function fontStackOf(family: string): string {
  return (typefaces.find(({ key }) => key === family) ?? typefaces[0])?.stack ?? 'serif'
}

export const textAlignments = ['left', 'center', 'right'] as const
export const minFontSize = 12
export const maxFontSize = 32

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How far two colours stand apart, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Below it small text is hard to read (WCAG 1.4.3). */
export const minTextContrast = 4.5

export const hasReadableContrast = (text: string, background: string) =>
  contrastRatio(text, background) >= minTextContrast

export interface InvitationDesign {
  font_family: string
  text_color: string
  background_color: string
  font_size: number
  text_align: (typeof textAlignments)[number]
  /** Where the picture around the card is handler, on our own site. */
  background_image: string | null
}

export const defaultInvitationDesign: InvitationDesign = {
  font_family: 'literata',
  text_color: '#23262d',
  background_color: '#fffdf9',
  font_size: 18,
  text_align: 'center',
  background_image: null,
}
