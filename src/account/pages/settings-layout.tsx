import type { ReactNode } from 'react'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Tab, Tabs } from '../../ui/list/tabs.tsx'
import { Page } from '../../ui/page/page.tsx'

export function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Page title={m.account_settings_title()} width="text">
      <Tabs label={m.account_settings_title()}>
        <Tab to={paths.settings} end>
          {m.account_settings_details()}
        </Tab>
        <Tab to={paths.settingsPassword}>{m.common_change_password()}</Tab>
      </Tabs>
      <div className="mt-8">{children}</div>
    </Page>
  )
}

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-12 border-t border-line pt-8">
      <h2 className="text-2xl leading-tight">{title}</h2>
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  )
}
