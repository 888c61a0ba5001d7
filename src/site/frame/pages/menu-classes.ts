/** One entry of the header, with room for a finger. */
export const navItemClasses =
  'inline-flex min-h-11 items-center gap-1 text-base font-medium whitespace-nowrap decoration-1 underline-offset-6 hover:underline aria-[current=page]:text-pomegranate'

/** A panel under an entry, and an entry in it. */
export const menuPanelClasses =
  'absolute top-full z-30 mt-1 min-w-56 animate-[rise_160ms_var(--ease-out)] rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.16)]'

export const menuItemClasses =
  'flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-paper focus-visible:outline-offset-0'
