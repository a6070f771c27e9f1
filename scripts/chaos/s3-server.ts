// node s3-server.ts PORT FOLDER BUCKET: an S3 server with this empty bucket, which the suite starts as a process of its own.
import S3rver from 's3rver'

const [port, directory, bucket] = process.argv.slice(2) as [string, string, string]
const configureBuckets = [{ name: bucket, configs: [] }]
await new S3rver({ address: '127.0.0.1', port: Number(port), silent: true, directory, configureBuckets }).run()
