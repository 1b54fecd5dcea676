# Calls every operation with the client of openapi-generator's ruby.
require 'json'
require 'uri'
require 'openapi_client'

def check(operation, holds)
  raise operation unless holds

  puts operation
end

def with_key(name)
  configuration = OpenapiClient::Configuration.new
  address = URI(ENV['URL'])
  configuration.scheme = address.scheme
  configuration.host = "#{address.host}:#{address.port}"
  configuration.access_token = ENV[name]
  OpenapiClient::ApiClient.new(configuration)
end

public_api = OpenapiClient::PublicApi.new(with_key('PROJECT_KEY'))
recordings = OpenapiClient::SessionRecordingsApi.new(with_key('PERSONAL_KEY'))
invites = OpenapiClient::InvitesApi.new(with_key('PERSONAL_KEY'))
project, organization = ENV.values_at('PROJECT', 'ORGANIZATION')

event = { event: 'seen', distinct_id: 'ben', properties: { price: 1299 } }
check('capture', public_api.capture(OpenapiClient::CaptureRequest.new(event)).status == 1)
batch = OpenapiClient::BatchRequest.new(batch: [OpenapiClient::Event.new(event)])
check('batch', public_api.batch(batch).status == 1)
ask = OpenapiClient::DecideRequest.new(distinct_id: 'ben')

v2 = public_api.decide(ask, v: 2)
check('decide v2', v2.is_a?(OpenapiClient::DecideResponseV2) && v2.feature_flags['checkout'] == 'blue')
v3 = public_api.decide(ask, v: 3)
check('decide v3', v3.feature_flag_payloads['checkout'] == { color: '#00f' })
person = recordings.session_recordings_list(project).results[0].person
check('recordings', person.properties['plan'] == 'pro' && person.id.positive?)
lines = recordings.session_recordings_snapshots_retrieve(project, 'visit', header_params: { 'Accept' => 'application/x-ndjson' }, debug_return_type: 'String')
line = OpenapiClient::SnapshotLine.build_from_hash(JSON.parse(lines.lines[0], symbolize_names: true))
check('snapshots', line.window_id == 'visit' && line.data[0].type == 4)
single = OpenapiClient::InviteRequest.new(target_email: 'single.ruby@example.com')
check('invite', invites.invites_create(organization, single).target_email == single.target_email)
several = [OpenapiClient::InviteRequest.new(target_email: 'several.ruby@example.com')]
check('invites', invites.invites_bulk_create(organization, several)[0].target_email == several[0].target_email)
