import { languageDetails, languages } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ChevronIcon, Icon } from '../../ui/media/icons.tsx'
import { DropdownMenu } from '../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../ui/page/link.tsx'

/** The bar, or a part of the page for which hosts get a link to edit it. */
export type HostPart = 'bar' | 'photo' | 'words' | 'gifts'

const partLinks = {
  photo: { to: (id: string) => paths.editRegistry(id), label: m.host_bar_photo },
  words: { to: (id: string) => paths.editRegistry(id), label: m.host_edit_words },
  gifts: { to: paths.manageGifts, label: m.host_edit_gifts },
}

/** What only hosts see on their own registry (R247); guests don't load it. */
export default function HostTools({ part, id, secret }: { part: HostPart; id: string; secret: boolean }) {
  if (part === 'bar') return <HostBar id={id} isSurprise={secret} />
  const { to, label } = partLinks[part]
  return (
    <p className={`host-edit host-edit-${part} no-print`}>
      <Link to={to(id)} variant="text" className="target">
        {label()}
      </Link>
    </p>
  )
}

/** Says that guests see this page (or more of it, in surprise mode), with links to edit it or see it as a guest. */
function HostBar({ id, isSurprise }: { id: string; isSurprise: boolean }) {
  const label = isSurprise ? m.host_bar_surprise() : m.host_bar_label()
  return (
    <nav aria-label={label} className="no-print border-line border-b bg-sand">
      <div className="host-bar measure">
        <p className="me-auto font-normal max-lg:hidden">{label}</p>
        <Link to={paths.manageGifts(id)}>{m.host_bar_manage()}</Link>
        <Link to={paths.editRegistry(id)}>{m.host_bar_photo()}</Link>
        <Link to={paths.shareRegistry(id)} preventScrollReset>
          {m.registry_share()}
        </Link>
        <DropdownMenu
          label={m.host_bar_as_guest()}
          className="relative"
          summaryClass="flex min-h-11 min-w-11 cursor-pointer list-none items-center justify-end gap-1"
          summary={
            <>
              <Icon>
                <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
                <circle cx="10" cy="10" r="2.25" />
              </Icon>
              <span className="max-lg:hidden">{m.host_bar_as_guest()}</span>
              <ChevronIcon />
            </>
          }
          panelClass="absolute right-0 z-30 w-72 rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
        >
          <p className="whitespace-normal px-3 py-2 font-normal lg:hidden">{label}</p>
          <ul>
            {languages.map(language => (
              <li key={language}>
                {/* A plain link for a new document, because the language and the content of the same address
                    change. */}
                <a
                  href={withLanguage(`${paths.registry(id)}?view=guest`, language)}
                  hrefLang={language}
                  className="block min-h-11 content-center rounded-field px-3 hover:bg-sand"
                >
                  {`${m.host_bar_as_guest()}: `}
                  <span lang={language}>{languageDetails[language].label}</span>
                </a>
              </li>
            ))}
          </ul>
        </DropdownMenu>
      </div>
    </nav>
  )
}
