import type { ReactNode } from 'react'
import { classNames } from '../style/class-names.ts'

/** The frame of a page: its title, a line below it, and the content. */
export function Page(props: {
  title: ReactNode
  lead?: ReactNode
  /** Left of the title. */
  picture?: ReactNode
  /** Right of the title on wide screens: the page's main action. */
  aside?: ReactNode
  /** `form` is a narrow column, `text` a comfortable line length, `wide` the whole width. */
  width?: 'form' | 'text' | 'wide'
  /** Less room above the content on phones, where that is a list to choose from. */
  dense?: boolean
  children?: ReactNode
}) {
  const { title, lead, picture, aside, width = 'wide', dense = false, children } = props
  const widths = { form: 'max-w-lg', text: 'max-w-2xl', wide: '' }
  return (
    <div className={classNames('measure pt-10 pb-20 md:pt-14', dense && 'max-sm:pt-5')}>
      <div className={classNames('mx-auto', widths[width])}>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          {picture}
          <div className={picture ? 'flex-1 basis-72 self-center' : 'max-w-2xl'}>
            <h1 className="text-[2rem] leading-tight md:text-3xl">{title}</h1>
            {lead && <p className="mt-2 text-lg text-soft">{lead}</p>}
          </div>
          {aside}
        </div>
        <div className={classNames('mt-8', dense && 'max-sm:mt-4')}>{children}</div>
      </div>
    </div>
  )
}

export function Section(props: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-12 pb-16 md:pt-16">
      <h2 className="text-[2rem] leading-tight md:text-3xl">{props.title}</h2>
      <p className="mt-1 text-lg text-soft">{props.lead}</p>
      <div className="mt-7 md:mt-8">{props.children}</div>
    </section>
  )
}
