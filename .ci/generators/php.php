<?php
// Calls every operation with the client of openapi-generator's php.
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = 'client/lib/' . strtr(substr($class, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'OpenAPI\\Client\\') && is_file($file)) require $file;
});

use OpenAPI\Client\Api\{InvitesApi, PublicApi, SessionRecordingsApi};
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\{BatchRequest, CaptureRequest, DecideRequest, Event, InviteRequest};

function check(string $operation, bool $holds): void
{
    if (!$holds) throw new Exception($operation);
    echo $operation, "\n";
}

function with_key(string $key): Configuration
{
    return (new Configuration())->setHost(getenv('URL'))->setAccessToken(getenv($key));
}

// Otherwise true is sent as 1.
Configuration::getDefaultConfiguration()->setBooleanFormatForQueryString(Configuration::BOOLEAN_FORMAT_STRING);
$public = new PublicApi(null, with_key('PROJECT_KEY'));
$recordings = new SessionRecordingsApi(null, with_key('PERSONAL_KEY'));
$invites = new InvitesApi(null, with_key('PERSONAL_KEY'));
[$project, $organization] = [getenv('PROJECT'), getenv('ORGANIZATION')];

$event = ['event' => 'seen', 'distinct_id' => 'ben', 'properties' => ['price' => 1299]];
check('capture', $public->capture(new CaptureRequest($event))->getStatus() === 1);
check('batch', $public->batch(new BatchRequest(['batch' => [new Event($event)]]))->getStatus() === 1);
$flag = $public->decide(new DecideRequest(['distinct_id' => 'ben']), 4)->getFlags()['checkout'];
check('decide v4', $flag->getVariant() === 'blue' && $flag->getMetadata()->getPayload() === '{"color":"#00f"}');
$person = $recordings->sessionRecordingsList($project)->getResults()[0]->getPerson();
check('recordings', $person->getProperties()['plan'] === 'pro' && $person->getId() > 0);
$request = $recordings->sessionRecordingsSnapshotsRetrieveRequest($project, 'visit');
$lines = (string) (new GuzzleHttp\Client())->send($request->withHeader('Accept', 'application/x-ndjson'))->getBody();
$line = OpenAPI\Client\ObjectSerializer::deserialize(strtok($lines, "\n"), OpenAPI\Client\Model\SnapshotLine::class);
check('snapshots', $line->getWindowId() === 'visit' && $line->getData()[0]->getType() === 4);
$single = new InviteRequest(['target_email' => 'single.php@example.com']);
check('invite', $invites->invitesCreate($organization, $single)->getTargetEmail() === $single->getTargetEmail());
$several = [new InviteRequest(['target_email' => 'several.php@example.com'])];
$created = $invites->invitesBulkCreate($organization, $several);
check('invites', $created[0]->getTargetEmail() === $several[0]->getTargetEmail());
