/** Runs the chapters of the story on two installations. */
import { testConnector } from '../../test/support/connector.ts'
import { aMailbox, type Mailbox } from '../../test/support/mailbox.ts'
import { openSite, type Site } from './site.ts'
import type { Receiver } from './receiver.ts'
import { receiver } from './receiver.ts'

/** What the chapters share. */
export interface Story {
  /** Where the company tries what it sets up. */
  test: Site
  production: Site
  /** The system that books what was exported. */
  erp: Receiver
  /** Receives the emails of both installations. */
  mail: Mailbox
}

export interface Chapter {
  name: string
  /** Whether the short run has the chapter. */
  isShort: boolean
  /** Returns what happened, as a sentence. Throws if something is not as it must be. */
  tell: (story: Story) => Promise<string>
}

/** Prints each chapter with its time and what happened. Returns whether the story came to its end. */
export async function tell(chapters: readonly Chapter[]): Promise<boolean> {
  const began = performance.now()
  const mailbox = await aMailbox()
  const connector = await testConnector()
  const sites: Site[] = []
  const open = async (name: string): Promise<Site> => {
    const site = await openSite(name, mailbox.port)
    sites.push(site)
    return site
  }
  let current = 'installation'
  try {
    const [test, production] = await Promise.all([open('test'), open('production')])
    const story = { test, production, erp: receiver(connector), mail: mailbox }
    for (const chapter of chapters) {
      current = chapter.name
      const started = performance.now()
      const happened = await chapter.tell(story)
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      console.log(`${chapter.name.padEnd(14)} ${seconds.padStart(3)} s  ${happened}`)
    }
    console.log(`\n${chapters.length} chapters in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    return true
  } catch (error) {
    console.error(`${current}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return false
  } finally {
    await Promise.all(sites.map((site) => site.close()))
    await connector.stop()
    await mailbox.close()
  }
}
