import type { Config } from '../config'
import type { Kit } from '../plugin'
import type { ExecutorSettings } from './protocol'

/** What plugins are told of the settings. */
export function limitsOf(config: Config): Kit['limits'] {
  return {
    textCharacters: config.MAX_TEXT_CHARACTERS,
    pdfBytes: config.MAX_PDF_BYTES,
    pdfPages: config.MAX_PDF_PAGES,
  }
}

/** What whoever runs plugins is told of the settings. */
export function executorSettings(
  config: Config,
  others: Pick<ExecutorSettings, 'providers' | 'ownPictures'>,
): ExecutorSettings {
  return {
    version: config.version,
    pluginsDir: config.PLUGINS_DIR,
    limits: limitsOf(config),
    maxJsonBytes: config.MAX_JSON_BYTES,
    referenceHosts: config.REFERENCE_IMAGE_ALLOWED_HOSTS,
    webhookHosts: config.WEBHOOK_ALLOWED_HOSTS,
    maxImageBytes: config.MAX_UPLOAD_BYTES,
    maxImagePixels: config.MAX_IMAGE_MEGAPIXELS * 1_000_000,
    ...others,
  }
}
