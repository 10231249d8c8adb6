import type { Settings } from '../../kernel/settings.ts'
import { message } from '../../words/catalogue.ts'
import type { CredentialSource } from './s3-credentials.ts'
import type { S3Settings } from './store.ts'

/** Reads the settings of a bucket of S3; undefined where none of them is given. */
export function s3In(settings: Settings): S3Settings | undefined {
  const { text, webAddress, refuse } = settings
  const names = [...s3Names, 'S3_REGION', ...s3Keys, 'S3_SESSION_TOKEN']
  if (names.every((name) => text(name) === undefined)) return undefined
  for (const name of s3Names)
    if (text(name) === undefined) refuse(name, message('isNeededForS3', {}), s3Examples[name])
  const bucket = text('S3_BUCKET') ?? ''
  if (bucket !== '' && !BUCKET_NAME.test(bucket))
    refuse('S3_BUCKET', message('mustBeBucket', {}), s3Examples.S3_BUCKET)
  const region = text('S3_REGION') ?? 'us-east-1'
  const endpoint = webAddress('S3_ENDPOINT', s3Examples.S3_ENDPOINT) ?? ''
  return { endpoint, bucket, region, credentials: s3CredentialsOf(settings, region) }
}

/** Keys that stay, or else what orchestrators set for a role, by AWS's names for it. */
function s3CredentialsOf({ text, webAddress, refuse }: Settings, region: string): CredentialSource {
  const [accessKeyId, secretAccessKey] = s3Keys.map((name) => text(name))
  const sessionToken = text('S3_SESSION_TOKEN')
  const [roleArn, roleTokenFile] = [text('AWS_ROLE_ARN'), text('AWS_WEB_IDENTITY_TOKEN_FILE')]
  const relative = text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const url =
    relative === undefined
      ? webAddress('AWS_CONTAINER_CREDENTIALS_FULL_URI', 'http://169.254.170.23/v1/credentials')
      : `http://169.254.170.2${relative}`
  const isFixed = [accessKeyId, secretAccessKey, sessionToken].some((each) => each !== undefined)
  if (!isFixed && (roleArn ?? roleTokenFile) !== undefined) {
    if (roleArn === undefined)
      refuse(
        'AWS_ROLE_ARN',
        message('mustComeWith', { other: 'AWS_WEB_IDENTITY_TOKEN_FILE' }),
        'arn:aws:iam::123456789012:role/granary',
      )
    if (roleTokenFile === undefined)
      refuse(
        'AWS_WEB_IDENTITY_TOKEN_FILE',
        message('mustComeWith', { other: 'AWS_ROLE_ARN' }),
        '/var/run/secrets/token',
      )
    const stsUrl =
      webAddress('AWS_ENDPOINT_URL_STS', 'https://sts.eu-west-2.amazonaws.com') ??
      `https://sts.${region}.amazonaws.com`
    return { kind: 'web-identity', roleArn: roleArn ?? '', tokenFile: roleTokenFile ?? '', stsUrl }
  }
  if (!isFixed && url !== undefined) {
    const token = text('AWS_CONTAINER_AUTHORIZATION_TOKEN')
    return { kind: 'container', url, token, tokenFile: text('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE') }
  }
  for (const name of s3Keys)
    if (text(name) === undefined) refuse(name, message('isNeededForS3WithoutRole', {}), '…')
  return {
    kind: 'fixed',
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    sessionToken,
  }
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET'] as const
const s3Keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
// What S3 takes, and the capitals and underscores of older stores.
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const s3Examples = {
  S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com',
  S3_BUCKET: 'granary-files',
}
