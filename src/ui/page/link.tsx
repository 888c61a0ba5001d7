import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { withLanguage } from '../../base/paths.ts'
import { classNames } from '../style/class-names.ts'
import { useLanguage } from './site-data.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site; the page's language is added. Addresses of other sites pass as they are. */
  to: string
  /** A link of weight (underlined pomegranate), of running text, or without any look of its own. */
  variant?: 'weight' | 'text' | 'bare'
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean
  /** Takes the place of the open page in the browser's history. */
  replace?: boolean
  /** Another document is asked for: a file, or a page that is not this application's. */
  reloadDocument?: boolean
  /** Whether the router finds out beforehand what the address leads to. */
  discover?: 'render' | 'none'
}

const looks = {
  weight:
    'font-semibold text-pomegranate underline decoration-1 underline-offset-4 hover:text-deep hover:decoration-2',
  text: 'underline decoration-1 underline-offset-4 hover:decoration-2',
  bare: '',
}

/**
 * A link that keeps the page's language (product.md 28). A plain one: those of this site are followed by one listener
 * for them all (`useFollowedLinks`). The router's own link asks six contexts and makes three closures, which of two
 * hundred on a page is a fifth of the work of rendering it.
 */
export function Link(props: LinkProps) {
  const { to, variant = 'bare', className, preventScrollReset, replace, reloadDocument, ...others } = props
  const { discover = 'render', ...rest } = others
  const address = useLocalizedHref(to)
  const isFollowed = isOwn(to) && !reloadDocument
  const isDiscovered = isFollowed && discover === 'render'
  const how = classNames(preventScrollReset && 'stay', replace && 'replace')
  return (
    <a
      href={address}
      // The router looks for this one by itself, and it is followed as well.
      data-discover={isDiscovered || undefined}
      data-follow={isFollowed && (how || !isDiscovered) ? how : undefined}
      className={classNames(looks[variant], className)}
      {...rest}
    />
  )
}

/** The address of a link in the page's language. */
export function useLocalizedHref(to: string): string {
  const language = useLanguage()
  return isOwn(to) ? withLanguage(to, language) : to
}

const isOwn = (to: string) => /^\/(?!\/)/.test(to)

/** Whether the open page is that path's or, unless it must be that one itself, lies below it. */
export function useIsActivePath(path: string, itself = false): boolean {
  const { pathname } = useLocation()
  const open = pathname.replace(/\/+$/, '')
  return open === path || (!itself && open.startsWith(`${path}/`))
}
