if (process.argv.includes('--executor')) {
  const { startExecutor } = await import('./jobs/executor')
  startExecutor()
} else {
  const { serve } = await import('./serve')
  await serve(process.argv.slice(2), process.env)
}
