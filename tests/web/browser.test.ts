/** All that people do with the pages, in a real browser: one server and one Chromium for all of them. */
import { describe } from 'bun:test'
import { useModelApps } from '../engines/model/model-app'
import { useFakeProviders } from '../providers/fake-provider'
import { useApps } from '../support/app'
import { useSite } from '../support/browser'
import { useReceivers } from '../support/receiver'
import { useServers } from '../support/server'
import { adminStories } from './stories/admin'
import { editorStories } from './stories/editor'
import { modelStories } from './stories/models'
import { studioStories } from './stories/studio'
import { svgEditStories } from './stories/svg-edit'
import { swaggerStories } from './stories/swagger'

const site = useSite({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
const startApp = useApps()
const startReceiver = useReceivers()
const startModel = useModelApps()
const startServer = useServers()
const fakeProvider = useFakeProviders()

describe('the studio', () => studioStories(site, startApp))
describe('a figure of models', () => modelStories(site, { startModel, startServer, fakeProvider }))
describe('the editor', () => editorStories(site))
describe('SVG-edit', () => svgEditStories(site))
describe('the admin page', () => adminStories(site, { startApp, startReceiver }))
describe('Swagger UI', () => swaggerStories(site))
