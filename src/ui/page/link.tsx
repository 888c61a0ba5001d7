import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { withLanguage } from '../../base/paths.ts'
import { trimEndOf } from '../../base/text.ts'
import { classNames } from '../style/class-names.ts'
import { useLanguage } from './site-data.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, to which the page's language is added; addresses of other sites stay as they are. */
  to: string
  /** `strong` is bold and coloured, `text` for running text, `bare` has no look of its own. */
  variant?: 'strong' | 'text' | 'bare'
  /** Keeps the scroll position. */
  preventScrollReset?: boolean
  /** Replaces the current page in the browser's history. */
  replace?: boolean
  /** Loads a new document: for files and pages that are not this application's. */
  reloadDocument?: boolean
  /** Whether the router loads the route's module in advance. */
  discover?: 'render' | 'none'
}

/** The two kinds of links, for what is no `Link`: addresses of mail and telephone, files, and what unfolds. */
export const linkClasses = {
  strong:
    'font-semibold text-pomegranate underline decoration-1 underline-offset-4 hover:text-deep hover:decoration-2',
  text: 'underline decoration-1 underline-offset-4 hover:decoration-2',
  bare: '',
}

/**
 * A link that keeps the page's language (R801). It is a plain one: `useLinkNavigation` navigates for all of them. The
 * router's own `Link` reads six contexts, which for two hundred links is a fifth of the time to render a page.
 */
export function Link(props: LinkProps) {
  const { to, variant = 'bare', className, preventScrollReset, replace, reloadDocument, ...others } = props
  const { discover = 'render', ...rest } = others
  const address = useLocalizedHref(to)
  const isNavigated = isSiteAddress(to) && !reloadDocument
  const isDiscovered = isNavigated && discover === 'render'
  const options = classNames(preventScrollReset && 'stay', replace && 'replace')
  return (
    <a
      href={address}
      // The router's own attribute for discovery; `useLinkNavigation` knows it, too.
      data-discover={isDiscovered || undefined}
      data-follow={isNavigated && (options || !isDiscovered) ? options : undefined}
      className={classNames(linkClasses[variant], className)}
      {...rest}
    />
  )
}

/** The address of a link, in the page's language if it is one of this site and names none itself, as those of the shop do. */
export function useLocalizedHref(to: string): string {
  const language = useLanguage()
  return isSiteAddress(to) && !/[?&]lang=/.test(to) ? withLanguage(to, language) : to
}

const isSiteAddress = (to: string) => /^\/(?!\/)/.test(to)

/** Whether the current page has that path or, unless `exact`, lies below it. */
export function useIsActivePath(path: string, exact = false): boolean {
  const { pathname } = useLocation()
  const current = trimEndOf(pathname, '/')
  return current === path || (!exact && current.startsWith(`${path}/`))
}
