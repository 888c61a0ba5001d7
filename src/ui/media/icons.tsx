import type { ReactNode } from 'react'

export function Icon({ children, size = 20 }: { children: ReactNode; size?: number | undefined }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {children}
    </svg>
  )
}

/** An icon of one path. */
const icon = (path: string, size?: number) => () => (
  <Icon size={size}>
    <path d={path} />
  </Icon>
)

/** The icons of the interface; always beside text or in a labelled button. */
export const CloseIcon = icon('m5 5 10 10M15 5 5 15')
export const MenuIcon = icon('M3 6h14M3 10h14M3 14h14', 24)
export const SearchIcon = icon('m17 17-4-4M14.5 8.75a5.75 5.75 0 1 1-11.5 0 5.75 5.75 0 0 1 11.5 0Z')
export const PlusIcon = icon('M10 4v12M4 10h12')
export const MinusIcon = icon('M4 10h12')
export const CheckIcon = icon('m4 10.5 4 4 8-9')
export const ChevronIcon = icon('m5 7.5 5 5 5-5', 16)
export const BackIcon = icon('m12.5 5-5 5 5 5', 16)
export const NextIcon = icon('m7.5 5 5 5-5 5', 16)
export const CalendarIcon = icon('M3.5 5.5h13v11h-13zM3.5 9h13M7 3v4M13 3v4')
export const WarningIcon = icon('M10 6v5M10 14v.01M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15Z')
export const ArrowUpIcon = icon('M10 16V4M5 9l5-5 5 5')
export const ArrowDownIcon = icon('M10 4v12M5 11l5 5 5-5')
export const GripIcon = icon('M7.5 5v.01M7.5 10v.01M7.5 15v.01M12.5 5v.01M12.5 10v.01M12.5 15v.01')
