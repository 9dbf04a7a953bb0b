// Written by `bun run generate:operations` from the OpenAPI document.

export type AdminSession = { signed_in: boolean; expires_at: string | null }

export type AdminStatus = { version: string; draining: boolean; started_at: string; memory_bytes: number; queue: { pending: number; running: number; waiting_since: string | null; most_pending: number }; executors: ({ pid: number; state: "starting" | "idle" | "busy"; jobs: number; memory_bytes: number; task_id: string | null })[]; webhooks: { pending: number; retrying: number }; event_streams: number; disk: { free_bytes: number; total_bytes: number; least_free_bytes: number }; providers: ({ id: string; adapter: string; models: (string)[]; paused: boolean; open: number; waiting: number; outcomes: Record<string, number>; input_tokens: number; output_tokens: number; cost_usd: number })[] }

export type ApiKey = { id: number; key: string; name: string; quota_remaining: number | null; quota_total: number | null; total_used: number; active: boolean; created_at: string; webhook_url: string | null; has_webhook_secret: boolean }

export type ApiKeyDetail = { id: number; key: string; name: string; quota_remaining: number | null; quota_total: number | null; total_used: number; active: boolean; created_at: string; webhook_url: string | null; has_webhook_secret: boolean; usage_total: number; usage_log: ({ id: number; task_id: string; endpoint: string; created_at: string })[] }

export type Artifact = { kind: string; name: string; path: string; url: string; size: number; updated_at: string }

export type CheckedDrawing = { faults: ({ kind: "words_over" | "words_struck" | "words_leave" | "words_small" | "words_hidden" | "contrast" | "end_off" | "head_missing" | "wrong_way" | "through" | "on_one_line" | "crossing" | "overlap" | "edge_unnamed" | "id_doubled" | "words_foreign" | "quote_foreign" | "missing" | "off_picture" | "near_align" | "near_border" | "empty"; id: string | null; other: string | null; hard: boolean; sentence: string; mended: boolean; by: number })[]; counts: { words_over: number; words_struck: number; words_leave: number; words_small: number; words_hidden: number; contrast: number; end_off: number; head_missing: number; wrong_way: number; through: number; on_one_line: number; crossing: number; overlap: number; edge_unnamed: number; id_doubled: number; words_foreign: number; quote_foreign: number; missing: number; off_picture: number; near_align: number; near_border: number; empty: number } }

export type CompositeRequest = { source_task_ids: (string)[]; layout?: string; labels?: (string)[]; spacing?: number; label_position?: "bottom" | "top"; label_font_size?: number; arrangement?: "grid" | "journal"; webhook_url?: string; webhook_include_image?: boolean }

export type Config = { svgEditAvailable: boolean; svgEditPath: string | null; version: string; workflows: ({ id: string; summary: string; service: "job" | "task"; path: string })[]; providers: { main: (string)[]; image: (string)[]; svg: (string)[]; vlm: (string)[]; segmentation: (string)[]; image_models: (string)[]; image_sizes: (string)[]; aspect_ratios: (string)[]; models?: Record<string, Record<string, { can: (string)[]; ratios: (string)[]; resolutions: (string)[]; deny: (string)[] }>> }; own_pictures: { glyphs: (string)[]; icons: (string)[] }; limits: Record<string, number>; anonymous_jobs: boolean }

export type DailyUse = { days: ({ day: string; submissions: number; failed: number; cost_usd: number })[] }

export type FinishRequest = { svg: string; method_text?: string | null; style?: "academic" | "minimalist" | "colorful" | "blueprint" | "hand_drawn" | "infographic" | "isometric_3d" | "flat_design" | null; size?: "1K" | "2K" | "4K" | null }

export type GenerateRequest = { source_context: string; caption: string; iterations?: number; style_preset?: "academic" | "minimalist" | "colorful" | "blueprint" | "hand_drawn" | "infographic" | "isometric_3d" | "flat_design"; ground?: "style" | "light"; aspect_ratio?: "auto" | "1:1" | "5:4" | "2:3" | "3:2" | "3:4" | "4:5" | "4:3" | "9:16" | "16:9" | "21:9"; output_formats?: ("png" | "svg" | "pdf")[]; vlm_provider?: string; vlm_model?: string; image_model?: string; image_resolution?: "1K" | "2K" | "4K"; webhook_url?: string; webhook_include_image?: boolean }

export type Health = { status: "ok" | "draining" }

export type HistoryDetail = { task_id: string; endpoint: string; workflow: string; key_name: string | null; api_key: string | null; status: "pending" | "running" | "completed" | "failed"; created_at: string; started_at: string | null; error: string | null; completed_at: string | null; duration_ms: number | null; cost_usd: number | null; webhook: { url: string | null; state: "none" | "pending" | "retrying" | "delivered" | "failed"; attempts: number; last_status: number | null; last_error: string | null; next_attempt_at: string | null }; diagram_type: string | null; webhook_url: string | null; webhook_status: string | null; webhook_attempts: number; webhook_last_error: string | null; warnings: (string)[]; progress: { stage: string; step: number; steps: number; percent: number; provider?: string } | null; description: string; attempt: number; lost: number; input: Record<string, unknown>; input_params: Record<string, unknown>; image_base64: string | null; artifacts: ({ path: string; kind: string; size: number; sha256: string; url: string })[] }

export type HistoryItem = { task_id: string; endpoint: string; workflow: string; key_name: string | null; api_key: string | null; status: "pending" | "running" | "completed" | "failed"; created_at: string; started_at: string | null; error: string | null; completed_at: string | null; duration_ms: number | null; cost_usd: number | null; webhook: { url: string | null; state: "none" | "pending" | "retrying" | "delivered" | "failed"; attempts: number; last_status: number | null; last_error: string | null; next_attempt_at: string | null }; diagram_type: string | null; webhook_url: string | null; webhook_status: string | null; webhook_attempts: number; webhook_last_error: string | null }

export type HistoryPage = { items: (HistoryItem)[]; total: number; page: number; size: number; pages: number }

export type HTTPValidationError = { detail: (ValidationError)[] }

export type ImageToSvgRequest = { image_url?: string | null; image_path?: string | null; provider?: string; svg_provider?: "local" | null; svg_model?: string | null; sam_prompt?: string | null; sam_backend?: "local" | null; sam_max_masks?: number | null; placeholder_mode?: "label" | "box" | "none" | null; merge_threshold?: number | null; optimize_iterations?: number | null }

export type Job = { job_id: string; workflow: string; status: "pending" | "running" | "completed" | "failed"; created_at: string; started_at: string | null; error: string | null; finished_at: string | null; warnings: (string)[]; progress: { stage: string; step: number; steps: number; percent: number; provider?: string } | null; parent: string | null; artifacts: (Artifact)[] }

export type JobAccepted = { job_id: string }

export type OptimizeRequest = { description: string; source_context?: string; caption?: string; diagram_type?: "methodology" | "statistical_plot"; guidelines?: string; vlm_provider?: string; vlm_model?: string; webhook_url?: string; webhook_include_image?: boolean }

export type OwnHistory = { items: (OwnRecord)[]; count: number }

export type OwnRecord = { job_id: string; workflow: string; status: "pending" | "running" | "completed" | "failed" | "complete" | "partial"; created_at: string; started_at: string | null; error: string | null; finished_at: string | null; warnings: (string)[]; progress: { stage: string; step: number; steps: number; percent: number; provider?: string } | null; parent: string | null; artifacts: (Artifact)[]; service: "job" | "task"; title: string; updated_at: string; artifact_count: number; thumbnail_url: string | null; cost_usd: number | null }

export type PdfPages = { pages: number; pictures: ({ page: number; picture: string | null })[] }

export type PdfRequest = { pdf_base64: string; caption: string; pages?: string; iterations?: number; style_preset?: "academic" | "minimalist" | "colorful" | "blueprint" | "hand_drawn" | "infographic" | "isometric_3d" | "flat_design"; ground?: "style" | "light"; aspect_ratio?: "auto" | "1:1" | "5:4" | "2:3" | "3:2" | "3:4" | "4:5" | "4:3" | "9:16" | "16:9" | "21:9"; output_formats?: ("png" | "svg" | "pdf")[]; vlm_provider?: string; vlm_model?: string; image_model?: string; image_resolution?: "1K" | "2K" | "4K"; webhook_url?: string; webhook_include_image?: boolean }

export type Pictures = { glyphs: ({ name: string; help: string; svg: string })[]; icons: ({ name: string; shows: string; path: string })[] }

export type PlotRequest = { data_json: string; intent: string; iterations?: number; aspect_ratio?: "auto" | "1:1" | "5:4" | "2:3" | "3:2" | "3:4" | "4:5" | "4:3" | "9:16" | "16:9" | "21:9"; output_formats?: ("png" | "svg" | "pdf")[]; vlm_provider?: string; vlm_model?: string; webhook_url?: string; webhook_include_image?: boolean }

export type Problem = { detail: string }

export type RedrawRequest = { source: string; operations?: (unknown)[] | null; diagram?: { shape: "stages" | "graph"; title?: string; direction?: "right" | "down" | "left" | "up"; nodes: ({ id: string; label: string; detail?: string; kind: "stage" | "process" | "data" | "store" | "decision" | "document" | "model" | "human" | "metric"; group?: string; step?: number; number?: string; items?: ({ label: string; spans: ({ start: number; end: number })[]; confidence: number })[]; accent?: string; form?: "box" | "pill" | "circle" | "diamond" | "trapezoid" | "parallelogram" | "subroutine" | "hexagon" | "cylinder" | "document" | "bare"; picture?: unknown; icon?: string | null; emphasis?: 1 | 2; heavy?: boolean; dashed?: boolean; hue?: number; inferred?: boolean; spans: ({ start: number; end: number })[]; confidence: number })[]; edges: ({ id: string; from: string; to: string; fromGroup?: string; toGroup?: string; label?: string; kind: "flow" | "order" | "feedback"; heads: "end" | "both" | "none"; tip?: "bar" | "cross" | "circle"; dashed?: boolean; role?: string; emphasis?: 1 | 2; inferred?: boolean; accent?: string; spans: ({ start: number; end: number })[]; confidence: number })[]; groups: ({ id: string; label: string; parent?: string; heavy?: boolean; dashed?: boolean; hue?: number; accent?: string; inferred?: boolean; spans: ({ start: number; end: number })[]; confidence: number })[]; places?: { width: number; height: number; em: number; nodes: ({ id: string; x: number; y: number; width: number; height: number })[]; groups: ({ id: string; x: number; y: number; width: number; height: number })[]; pinned: ({ id: string; x: number; y: number })[]; framed: ({ id: string; x: number; y: number; width: number; height: number })[]; before: string }; source: "prose" | "model" | "mermaid" | "dot" | "arrows" | "list" | "headings"; language: string; warnings: (string)[]; unsure?: (string)[]; ignored?: (string)[] } | null; scene?: { width: number; height: number; paper?: number; background: string; theme: string; title: string; description: string; ground?: { tile?: { width: number; height: number; strokes: ({ d: string; stroke: string; strokeWidth: number })[] }; frame?: ({ inset: number; stroke: string; strokeWidth: number })[]; marks?: { d: string; stroke: string; strokeWidth: number } }; drawn?: boolean; origin?: { x: number; y: number }; elements: ({ id: string; kind: "group" | "shape" | "text" | "connector" | "icon" | "picture" | "residual"; role?: "group" | "node" | "edge" | "text" | "icon" | "picture" | "residual" | "axis" | "mark" | "legend" | "scheme" | "key" | "note"; data?: Record<string, unknown>; parent?: string; z: number; box: { x: number; y: number; width: number; height: number }; geometry?: unknown; style: { fill?: string; gradient?: { x1: number; y1: number; x2: number; y2: number; radius?: number; matrix?: (number)[]; stops: ({ offset: number; color: string; opacity?: number })[] }; shadow?: { dx: number; dy: number; blur: number; color: string; opacity: number }; stroke?: string; strokeWidth?: number; dash?: (number)[]; opacity?: number; fillOpacity?: number; strokeOpacity?: number; evenOdd?: boolean; join?: "miter" | "bevel"; square?: boolean; dashOffset?: number; letterSpacing?: number; fonts?: (string)[]; fontSize?: number; fontWeight?: number; italic?: boolean; round?: boolean; head?: { form: "triangle" | "barbed" | "open" | "bar" | "cross" | "circle"; length: number; width: number; color?: string } }; label?: string; from?: { element: string; side: "top" | "right" | "bottom" | "left"; at: number }; to?: { element: string; side: "top" | "right" | "bottom" | "left"; at: number }; heads?: "end" | "both" | "none"; inferred?: boolean; paint?: ({ d: string; style: { fill?: string; gradient?: { x1: number; y1: number; x2: number; y2: number; radius?: number; matrix?: (number)[]; stops: ({ offset: number; color: string; opacity?: number })[] }; shadow?: { dx: number; dy: number; blur: number; color: string; opacity: number }; stroke?: string; strokeWidth?: number; dash?: (number)[]; opacity?: number; fillOpacity?: number; strokeOpacity?: number; evenOdd?: boolean; join?: "miter" | "bevel"; square?: boolean; dashOffset?: number; letterSpacing?: number; fonts?: (string)[]; fontSize?: number; fontWeight?: number; italic?: boolean; round?: boolean; head?: { form: "triangle" | "barbed" | "open" | "bar" | "cross" | "circle"; length: number; width: number; color?: string } } })[]; quote?: string; clip?: { d: string; evenOdd?: boolean }; evidence?: ({ start: number; end: number })[]; confidence?: number })[] } | null; svg?: string | null; style?: "academic" | "minimalist" | "colorful" | "blueprint" | "hand_drawn" | "infographic" | "isometric_3d" | "flat_design" | null; aspect_ratio?: "auto" | "1:1" | "5:4" | "2:3" | "3:2" | "3:4" | "4:5" | "4:3" | "9:16" | "16:9" | "21:9" | null; size?: "1K" | "2K" | "4K" | null; keep_places?: boolean }

export type RunRequest = { method_text: string; image_provider?: "local" | null; image_model?: string | null; image_size?: "1K" | "2K" | "4K" | null; image_aspect_ratio?: "auto" | "1:1" | "5:4" | "2:3" | "3:2" | "3:4" | "4:5" | "4:3" | "9:16" | "16:9" | "21:9" | null; reference_image_url?: string | null; reference_image_path?: string | null; provider?: string; svg_provider?: "local" | null; svg_model?: string | null; sam_prompt?: string | null; sam_backend?: "local" | null; sam_max_masks?: number | null; placeholder_mode?: "label" | "box" | "none" | null; merge_threshold?: number | null; optimize_iterations?: number | null }

export type ServiceHealth = { status: "ok"; version: string }

export type Storage = { retention_days: number; records: number; oldest_record_at: string | null; files: number; file_bytes: number; uploads: number; upload_bytes: number; database_bytes: number }

export type Task = { task_id: string; status: "pending" | "running" | "completed" | "failed"; created_at: string; started_at: string | null; error: string | null; completed_at: string | null; warnings: (string)[]; progress: { stage: string; step: number; steps: number; percent: number; provider?: string } | null; diagram_type: string | null; image_base64: string | null; artifacts: Record<string, { format: "png" | "svg" | "pdf"; media_type: string; download_url: string }>; description: string }

export type TaskAccepted = { task_id: string; status: "pending" }

export type Upload = { path: string; url: string; name: string }

export type ValidationError = { loc: (string | number)[]; msg: string; type: string; input?: unknown; ctx?: Record<string, unknown> }

export interface Operations {
  'DELETE /api/admin/keys/{key}': { params: { key: string }; answer: undefined }
  'DELETE /api/admin/session': { answer: undefined }
  'DELETE /api/history/{job_id}': { params: { job_id: string }; answer: undefined }
  'GET /api/admin/history': { query?: { page?: number; size?: number; endpoint?: string; status?: "pending" | "running" | "completed" | "failed"; api_key?: string }; answer: HistoryPage }
  'GET /api/admin/history/{id}': { params: { id: string }; query?: { image?: boolean }; answer: HistoryDetail }
  'GET /api/admin/keys': { answer: (ApiKey)[] }
  'GET /api/admin/keys/{key}': { params: { key: string }; answer: ApiKeyDetail }
  'GET /api/admin/session': { answer: AdminSession }
  'GET /api/admin/status': { answer: AdminStatus }
  'GET /api/admin/storage': { answer: Storage }
  'GET /api/admin/usage': { query?: { days?: number; api_key?: string }; answer: DailyUse }
  'GET /api/artifacts/{job_id}/{path}': { params: { job_id: string; path: string }; answer: string }
  'GET /api/config': { answer: Config }
  'GET /api/health': { answer: ServiceHealth }
  'GET /api/history': { query?: { limit?: number; before?: string }; answer: OwnHistory }
  'GET /api/history/{job_id}': { params: { job_id: string }; answer: OwnRecord }
  'GET /api/jobs/{job_id}': { params: { job_id: string }; answer: Job }
  'GET /api/pictures': { answer: Pictures }
  'GET /api/tasks/{task_id}': { params: { task_id: string }; answer: Task }
  'GET /healthz': { answer: Health }
  'PATCH /api/admin/keys/{key}': { params: { key: string }; body: { quota_remaining?: number; quota_total?: number; unlimited?: boolean; active?: boolean; webhook_url?: string; webhook_secret?: string }; answer: ApiKey }
  'POST /api/admin/history/{id}/cancel': { params: { id: string }; answer: HistoryItem }
  'POST /api/admin/history/{id}/redeliver': { params: { id: string }; answer: HistoryItem }
  'POST /api/admin/keys': { body: { name: string; quota?: number; webhook_url?: string; webhook_secret?: string }; answer: ApiKey }
  'POST /api/admin/session': { body: { admin_key: string }; answer: AdminSession }
  'POST /api/check': { body: { svg: string; method_text?: string | null; style?: "academic" | "minimalist" | "colorful" | "blueprint" | "hand_drawn" | "infographic" | "isometric_3d" | "flat_design" | null; size?: "1K" | "2K" | "4K" | null }; answer: CheckedDrawing }
  'POST /api/composite': { body: CompositeRequest; answer: TaskAccepted }
  'POST /api/finish': { body: FinishRequest; answer: JobAccepted }
  'POST /api/generate': { body: GenerateRequest; answer: TaskAccepted }
  'POST /api/generate-from-pdf': { body: PdfRequest; answer: TaskAccepted }
  'POST /api/image-to-svg': { body: ImageToSvgRequest; answer: JobAccepted }
  'POST /api/jobs/{job_id}/cancel': { params: { job_id: string }; answer: Job }
  'POST /api/optimize-prompt': { body: OptimizeRequest; answer: TaskAccepted }
  'POST /api/plot': { body: PlotRequest; answer: TaskAccepted }
  'POST /api/redraw': { body: RedrawRequest; answer: JobAccepted }
  'POST /api/run': { body: RunRequest; answer: JobAccepted }
  'POST /api/tasks/{task_id}/cancel': { params: { task_id: string }; answer: Task }
}
