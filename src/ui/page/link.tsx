import { type ComponentProps, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withLanguage } from '../../base/paths.ts'
import { trimEndOf } from '../../base/text.ts'
import { afterPaint } from '../browser/after-paint.ts'
import { classNames } from '../style/class-names.ts'
import { useLanguage } from './site-data.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, to which the page's language is added; addresses of other sites stay as they are. */
  to: string
  /** `strong` is bold and coloured, `text` for running text, `bare` has no look of its own. */
  variant?: 'strong' | 'text' | 'bare'
  preventScrollReset?: boolean
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

/** The links that `Link` renders for pages of this site. */
const siteLinkSelector = 'a[data-discover], a[data-follow]'

/**
 * Navigates within the application on a click on any `Link`, by one listener for the whole document. The link's pressed
 * look is painted first: what starts a navigation keeps a phone from painting for a while.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // React's own listener on the document runs first: what a component handles is `defaultPrevented` here.
    const followLink = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(siteLinkSelector) : null
      if (!link || !isPlainClick(event) || leavesApplication(link)) return
      event.preventDefault()
      const options = link.dataset.follow?.split(' ') ?? []
      const address = link.pathname + link.search + link.hash
      const replace = options.includes('replace') || link.href === window.location.href
      afterPaint(() => navigate(address, { preventScrollReset: options.includes('stay'), replace }))
    }
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [navigate])
}

/** Not a click that opens a tab or window, nor one that a component has handled. */
function isPlainClick(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}

function leavesApplication({ target, origin }: HTMLAnchorElement): boolean {
  return (target !== '' && target !== '_self') || origin !== window.location.origin
}
