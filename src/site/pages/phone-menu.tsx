import { type Language, languages } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { Person } from '../../ui/context.ts'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import type { Menus } from '../../ui/site-data.ts'
import { AccountItems } from './account-links.tsx'
import { LanguageLink } from './language-link.tsx'
import { categoryLink, menuLinks, registryLinks, type SiteLink } from './links.ts'
import { SearchForm } from './search-form.tsx'
import { entryOf, Unfolding } from './submenu.tsx'

const item = 'flex min-h-12 items-center border-b border-line text-lg font-medium'

/** Everything of the header on small screens, in a sheet under it that opens without JavaScript too. */
export function PhoneMenu(props: {
  person: Person | null
  language: Language
  /** The entries that have pages below them, and those pages as far as they are known. */
  entries: string[]
  menus: Menus
}) {
  const { person, language, entries, menus } = props
  return (
    <DropMenu
      className="phone-menu lg:hidden"
      label={m.site_menu()}
      summaryClass="-mr-2.5 flex size-11 items-center justify-center rounded-pill hover:bg-ink/6"
      summary={
        <>
          <span className="group-open/menu:hidden">
            <MenuIcon />
          </span>
          <span className="hidden group-open/menu:block">
            <CloseIcon />
          </span>
        </>
      }
      panelClass="absolute inset-x-0 top-full z-30 max-h-[calc(100dvh-4rem)] animate-[rise_160ms_var(--ease-out)] overflow-y-auto overscroll-contain border-b border-line bg-paper shadow-[0_24px_40px_rgb(35_38_45/0.14)]"
    >
      <div className="measure flex flex-col gap-6 py-6">
        <SearchForm />
        <nav aria-label={m.site_navigation()}>
          <p className="text-sm font-semibold text-soft">{m.site_registry_group()}</p>
          <Links links={registryLinks.slice(0, person ? 2 : 3)} />
          <Links
            links={[...menuLinks, categoryLink]}
            entries={[...entries, categoryLink.to]}
            menus={menus}
            className="mt-6"
          />
        </nav>
        {person ? (
          <div>
            <p className="text-sm font-semibold text-soft">{person.name}</p>
            <AccountItems itemClass={item} />
          </div>
        ) : (
          <Links
            links={[
              { to: paths.login, words: m.site_sign_in },
              { to: paths.register, words: m.site_sign_up },
            ]}
          />
        )}
        <div className="flex gap-6">
          {languages.map(one => (
            <LanguageLink
              key={one}
              language={one}
              current={one === language}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current=true]:font-semibold"
            />
          ))}
        </div>
      </div>
    </DropMenu>
  )
}

function Links(props: { links: SiteLink[]; entries?: string[]; menus?: Menus; className?: string }) {
  const { links, entries = [], menus = {}, className } = props
  return (
    <ul className={className}>
      {links.map(link => (
        <li key={link.to} className="relative">
          <Link to={link.to} className={item}>
            {link.words()}
          </Link>
          {entries.includes(link.to) && <Unfolding entry={entryOf(link)} pages={menus[link.to]} />}
        </li>
      ))}
    </ul>
  )
}
