const { openWorld } = await import('/work/main/bench/open-world.ts')
for (const posts of process.argv.slice(2).map(Number)) { const from = Date.now(); const w = await openWorld(posts, { copied: false }); await w.close(); console.log(posts, (Date.now() - from) / 1000, 's', new Date()) }
process.exit(0)
