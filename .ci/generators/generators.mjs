// The generators, their toolchains, and the commands that make a client and call every operation with it. Commands run
// in an empty folder; $DOCUMENT is the document, $HERE this folder, $PYTHON a Python with the packages of
// requirements.txt, $BIN the commands of package.json, $OPENAPI_GENERATOR a program in Java, $JVM options of programs
// that run briefly. A generator `lacks` the operations whose answers its clients cannot read. CI cannot get the
// compilers or libraries for those that are `generatedOnly`.

const OGEN = "github.com/ogen-go/ogen@v1.24.0";
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** Makes a client with openapi-generator, which is in Java, whatever the language of the client. */
const openapiGenerator = (generator, properties = "") =>
  `java $JVM -jar "$OPENAPI_GENERATOR" generate -i "$DOCUMENT" -g ${generator} -o client \
    --global-property apiTests=false,modelTests=false,apiDocs=false,modelDocs=false ${properties} > generate.log`;
/** What openapi-generator may warn of: the version of OpenAPI, and names that the language reserves. */
const HARMLESS = "OpenAPI 3.1 support|Failed to get the schema name: null|cannot be used as model name";
const generatedOnly = (generator) => ({
  needs: ["java", "mvn"],
  generatedOnly: true,
  steps: [
    openapiGenerator(generator),
    `if grep -E 'WARN|ERROR' generate.log | grep -vE '${HARMLESS}'; then exit 1; fi
     grep -rqi snapshots client && grep -rqi feature_\\?flag client`,
  ],
});
const typescript = (program) => [
  `echo '{"type":"module"}' > package.json && cp "$HERE/${program}" main.ts && ln -s "$HERE/../../node_modules" node_modules`,
  `node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node \
    --allowImportingTsExtensions main.ts`,
  "node --import tsx main.ts",
];
const go = (program) => [
  `cp "$HERE/${program}" main.go && go mod init generated 2> init.log && go mod tidy 2> tidy.log`,
  "go run .",
];

export const generators = {
  "openapi-generator rust": {
    needs: ["java", "mvn", "cargo"],
    steps: [
      // Without TLS, with one type for each status, and with the text of responses that are not JSON.
      openapiGenerator("rust", "--additional-properties=supportMultipleResponses=true,supportAsync=false"),
      `cp "$HERE/rust.rs" client/src/main.rs`,
      `CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0 cargo run --quiet --no-default-features \
        --manifest-path client/Cargo.toml`,
    ],
  },
  "openapi-generator java": {
    needs: ["java", "mvn", "javac"],
    steps: [
      openapiGenerator("java"),
      "mvn -q -f client dependency:copy-dependencies -DincludeScope=compile -DoutputDirectory=../jars",
      `javac $(printf -- ' -J%s' $JVM) -nowarn -cp 'jars/*' -d classes $(find client/src/main -name '*.java') "$HERE/Main.java"`,
      "java $JVM -cp 'classes:jars/*' Main",
    ],
  },
  "openapi-generator kotlin": {
    needs: ["java", "mvn"],
    steps: [
      // Other options make one class of all versions of a decision.
      openapiGenerator("kotlin", "--additional-properties=serializationLibrary=gson,generateOneOfAnyOfWrappers=true"),
      // With these options, the generator takes each enumeration for one of strings.
      `sed -i 's/jsonObj."status"..asString/jsonObj["status"].asInt/' $(find client -name StatusOk.kt)`,
      `mvn -q -f "$HERE/kotlin.xml" dependency:copy-dependencies -DoutputDirectory="$PWD/jars"`,
      `java $JVM -cp 'jars/*' org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn \
        -cp "$(printf '%s:' jars/*)" -d classes client/src/main/kotlin "$HERE/Main.kt"`,
      "java $JVM -cp 'classes:jars/*' MainKt",
    ],
  },
  "openapi-generator ruby": {
    needs: ["java", "mvn", "ruby"],
    steps: [openapiGenerator("ruby"), `ruby -I client/lib "$HERE/ruby.rb"`],
  },
  "openapi-generator php": {
    needs: ["java", "mvn", "php"],
    lacks: ["decide v2", "decide v3"],
    steps: [
      openapiGenerator("php"),
      "find client/lib -name '*.php' -print0 | xargs -0 -n 1 php -l > syntax.log",
      `php "$HERE/php.php"`,
    ],
  },
  "openapi-generator csharp": generatedOnly("csharp"),
  "openapi-generator swift": generatedOnly("swift6"),
  "openapi-generator dart": generatedOnly("dart"),
  "openapi-generator elixir": generatedOnly("elixir"),
  "openapi-generator python": {
    needs: ["java", "mvn", "python3"],
    steps: [openapiGenerator("python"), `PYTHONPATH=client "$PYTHON" "$HERE/python.py"`],
  },
  "openapi-generator typescript-fetch": {
    needs: ["java", "mvn"],
    steps: [
      openapiGenerator("typescript-fetch", "--additional-properties=importFileExtension=.ts"),
      ...typescript("typescript-fetch.ts"),
    ],
  },
  "openapi-generator go": {
    needs: ["java", "mvn", "go"],
    steps: [openapiGenerator("go"), "rm -r client/go.mod client/go.sum client/test || true", ...go("go.go")],
  },
  "oapi-codegen": {
    needs: ["go"],
    steps: [
      `mkdir client && go run ${OAPI_CODEGEN} -generate types,client,skip-prune -package client "$DOCUMENT" \
        > client/client.go`,
      ...go("oapi-codegen.go"),
    ],
  },
  ogen: {
    needs: ["go"],
    lacks: ["decide v2"],
    steps: [
      `go run ${OGEN.replace("@", "/cmd/ogen@")} --target client --package client "$DOCUMENT" 2> generate.log`,
      `cp "$HERE/ogen.go" main.go && go mod init generated 2> init.log && go mod edit -require ${OGEN} && \
        go mod tidy 2> tidy.log`,
      "go run .",
    ],
  },
  "openapi-python-client": {
    needs: ["python3"],
    steps: [
      `"$PYTHON" -m openapi_python_client generate --path "$DOCUMENT" --meta none --output-path client > generate.log`,
      `PYTHONPATH=. "$PYTHON" "$HERE/openapi-python-client.py"`,
    ],
  },
  orval: {
    needs: [],
    steps: [
      `"$BIN/orval" --input "$DOCUMENT" --output client.ts --client fetch --mode single > generate.log`,
      ...typescript("orval.ts"),
    ],
  },
  "hey-api": {
    needs: [],
    steps: [`"$BIN/openapi-ts" -i "$DOCUMENT" -o client > generate.log`, ...typescript("hey-api.ts")],
  },
};
