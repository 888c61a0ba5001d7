import type { ReactNode } from 'react'

export function Icon({ children, size = 20 }: { children: ReactNode; size?: number }) {
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

/** The icons of the interface; always beside text or in a labelled button. */
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon size={24}>
    <path d="M3 6h14M3 10h14M3 14h14" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <path d="m17 17-4-4M14.5 8.75a5.75 5.75 0 1 1-11.5 0 5.75 5.75 0 0 1 11.5 0Z" />
  </Icon>
)
export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
)
export const MinusIcon = () => (
  <Icon>
    <path d="M4 10h12" />
  </Icon>
)
export const CheckIcon = () => (
  <Icon>
    <path d="m4 10.5 4 4 8-9" />
  </Icon>
)
export const ChevronIcon = () => (
  <Icon size={16}>
    <path d="m5 7.5 5 5 5-5" />
  </Icon>
)
export const BackIcon = () => (
  <Icon size={16}>
    <path d="m12.5 5-5 5 5 5" />
  </Icon>
)
export const NextIcon = () => (
  <Icon size={16}>
    <path d="m7.5 5 5 5-5 5" />
  </Icon>
)
export const CalendarIcon = () => (
  <Icon>
    <path d="M3.5 5.5h13v11h-13zM3.5 9h13M7 3v4M13 3v4" />
  </Icon>
)
export const WarningIcon = () => (
  <Icon>
    <path d="M10 6v5M10 14v.01M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15Z" />
  </Icon>
)
export const ArrowUpIcon = () => (
  <Icon>
    <path d="M10 16V4M5 9l5-5 5 5" />
  </Icon>
)
export const ArrowDownIcon = () => (
  <Icon>
    <path d="M10 4v12M5 11l5 5 5-5" />
  </Icon>
)
export const GripIcon = () => (
  <Icon>
    <path d="M7.5 5v.01M7.5 10v.01M7.5 15v.01M12.5 5v.01M12.5 10v.01M12.5 15v.01" />
  </Icon>
)
