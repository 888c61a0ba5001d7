import { type ComponentProps, forwardRef } from 'react'
import { Link as RouterLink } from 'react-router'
import { inLanguage } from '../base/paths.ts'
import { classNames } from './class-names.ts'
import { useLanguage } from './site-data.ts'

export type LinkProps = Omit<ComponentProps<typeof RouterLink>, 'to'> & {
  /** A path of this site; the page's language is added. Addresses of other sites pass as they are. */
  to: string
  /** A link of weight (underlined pomegranate), of running text, or without any look of its own. */
  look?: 'weight' | 'text' | 'bare'
}

const looks = {
  weight:
    'font-semibold text-pomegranate underline decoration-1 underline-offset-4 hover:text-deep hover:decoration-2',
  text: 'underline decoration-1 underline-offset-4 hover:decoration-2',
  bare: '',
}

/** A link that keeps the page's language (product.md 28). */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(
  { to, look = 'bare', className, ...rest },
  ref,
) {
  const address = useAddress(to)
  // Where another document is asked for, the router has nothing to find out beforehand.
  const discover = rest.reloadDocument ? 'none' : 'render'
  const shown = classNames(looks[look], className)
  return <RouterLink ref={ref} to={address} discover={discover} className={shown} {...rest} />
})

/** The address of a link in the page's language. */
export function useAddress(to: string): string {
  const language = useLanguage()
  return /^\/(?!\/)/.test(to) ? inLanguage(to, language) : to
}
