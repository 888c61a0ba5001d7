import type { ReactNode } from 'react'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame } from '../../registry/pages/host-page-frame.tsx'
import { Tab, Tabs } from '../../ui/list/tabs.tsx'

interface FrameProps {
  /** The code of the registry. */
  id: string
  /** The messages of `?done=`. */
  done: Record<string, () => string>
  children: ReactNode
}

/** The pages about the invitation: its design, sending it by e-mail, and text messages. */
export function InvitationFrame({ id, done, children }: FrameProps) {
  return (
    <HostPageFrame title={m.invitation_title()} lead={m.invitation_lead()} done={done} wide>
      <Tabs label={m.invitation_title()}>
        <Tab to={paths.editRegistry(id, 'invitation-settings')} end>
          {m.invitation_tab_design()}
        </Tab>
        <Tab to={paths.sendInvitations(id)}>{m.invitation_tab_send()}</Tab>
        <Tab to={paths.sendTextMessages(id)}>{m.common_text_message()}</Tab>
      </Tabs>
      {children}
    </HostPageFrame>
  )
}
