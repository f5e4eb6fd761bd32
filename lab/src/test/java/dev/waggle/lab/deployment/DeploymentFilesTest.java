package dev.waggle.lab.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The deployment files of a server, and the same files with one mistake each. */
class DeploymentFilesTest {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());
    private static final Path FOLDER = ROOT.resolve("examples/server");
    private static final Map<String, String> FILES = new HashMap<>();

    private static String launcher = "";

    @BeforeAll
    static void read() throws IOException {
        launcher = Files.readString(ROOT.resolve("waggle"));
        for (String name : List.of("Dockerfile", "compose.yaml", "Caddyfile", "waggle.service")) {
            FILES.put(name, Files.readString(FOLDER.resolve(name)));
        }
    }

    @Test
    void theFilesHaveNoProblems() {
        assertThat(problems(FILES)).isEmpty();
    }

    @Test
    void theImageOmitsDataAndEarlierBuilds() throws IOException {
        assertThat(Files.readAllLines(FOLDER.resolve("Dockerfile.dockerignore"))).contains(".git", "**/.waggle",
                "**/target");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FROM eclipse            | FORM eclipse               | there is no instruction FORM
            temurin:25-jre          | temurin                    | no tag with a version
            temurin:25-jre          | temurin:latest             | no tag with a version
            temurin-25 AS           | temurin-25 IS              | FROM cannot be read
            COPY . .                | COPY sources .             | COPY of a missing file: sources
            COPY . .                | COPY .                     | COPY needs a source and a destination
            --from=build            | --from=made                | a stage that does not exist: made
            quick/dist /opt         | dist /opt                  | the build leaves /src/cli/target/quick/dist
            -pl cli -am package     | verify                     | the build is not the launcher's
            ENV WAGGLE_DATA=/data   | ENV WAGGLE_DATA=/store     | WAGGLE_DATA is no volume
            ENV WAGGLE_DATA=/data   | ENV WAGGLES=/data          | no data folder is named
            ENV WAGGLE_DATA=/data   | ENV OPENAI_API_KEY=x       | a secret would be in the image: OPENAI_API_KEY
            ENV WAGGLE_DATA=/data   | ENV X=wgl_0123456789ab_c   | it holds a secret
            USER waggle             | USER root                  | it runs as root
            USER waggle             |                            | it runs as root
            USER waggle             | USER worker                | the user worker is not made
            --owner=waggle          | --owner=root               | the folder /data does not belong to waggle
            VOLUME /data            | VOLUME /store              | the folder /store does not belong to waggle
            VOLUME /data            |                            | there is no VOLUME
            EXPOSE 8484             | EXPOSE 8080                | EXPOSE is not the port of the server, 8484
            "dev.waggle.cli.Main"   | "dev.waggle.Main"          | ENTRYPOINT does not start dev.waggle.cli.Main
            ENTRYPOINT ["java",     | ENTRYPOINT java            | ENTRYPOINT is not in JSON form
            /opt/waggle/lib/*       | /opt/lib/*                 | ENTRYPOINT does not name the libraries
            CMD ["serve", "--host"  | CMD ["serve", "--hots"     | waggle serve refuses
            CMD ["serve"            | CMD ["mcp"                 | the command must be serve
            "0.0.0.0"               | "127.0.0.1"                | no other container reaches 127.0.0.1
            CMD [                   | CMD serve [                | CMD is not in JSON form
            """)
    void everyMistakeInTheDockerfileIsFound(String text, String mistake, String problem) {
        assertThat(withMistake("Dockerfile", text, mistake)).anyMatch(it -> it.contains(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            volumes:                | ?: [                        | it is not YAML
            image: caddy:2          | image: caddy:2, image: x    | it is not YAML
            services:               | service:                    | unknown key: service
            services:               | service:                    | it has no services
            restart:                | restarts:                   | unknown key: restarts
            unless-stopped          | sometimes                   | waggle.restart is unknown
            context: ../..          | contexts: ../..             | waggle.build has an unknown key: contexts
            context: ../..          | context: ..                 | waggle.build.context is no checkout
            server/Dockerfile       | server/Containerfile        | waggle.build.dockerfile is missing
            - data:/data            | - dat:/data                 | volumes are not declared
            - certificates:/data    | - data:/data                | volumes are not used
            - data:/data            | - data:/store               | waggle loses its data
            - data:/data            | - data                      | a volume that cannot be read: data
            - OPENAI_API_KEY        | - OPENAI_API_KEY=abc        | waggle holds the secret OPENAI_API_KEY
            20s                     | soon                        | waggle.stop_grace_period is no duration
            "8484"                  | "8080"                      | waggle does not expose its port 8484
            "8484"                  | 8484                        | waggle.expose is not a list of texts
            "serve",                | "serve", "--port", "99999x", | waggle serve refuses
            "serve",                | "serve", "--port", "8080",  | a port that its image does not expose, 8080
            "0.0.0.0"               | "127.0.0.1"                 | no other container reaches 127.0.0.1
            "--public-url"          | "--allow-origin"            | waggle does not know the address of the proxy
            caddy:2                 | caddy:latest                | the image caddy:latest has no tag with a version
            image: caddy:2          | init: true                  | proxy needs either an image or a build
            "443:443"               | "443:443000"                | proxy has a bad port: 443:443000
            ./Caddyfile             | ./Proxyfile                 | proxy mounts a missing file: ./Proxyfile
            - waggle                | - wagle                     | a service that does not exist: wagle
            """)
    void everyMistakeInTheComposeFileIsFound(String text, String mistake, String problem) {
        assertThat(withMistake("compose.yaml", text, mistake.replace(", image", "\n    image")))
                .anyMatch(it -> it.contains(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Caddyfile               | waggle:8484         | waggle:8080          | does not listen at waggle:8080
            Caddyfile               | waggle:8484         | server:8484          | the upstream server:8484 is no server
            Caddyfile               | waggle:8484         |                      | no site passes requests to a server
            Caddyfile               | reverse_proxy       | reverse-proxy        | there is no directive reverse-proxy
            Caddyfile               | flush_interval -1   | flush_interval 1s    | events would wait in the proxy
            Caddyfile               | -1                  | -1 }                 | a brace must end its line
            Caddyfile               | flush_interval -1   | }                    | a brace closes nothing
            Caddyfile               | flush_interval -1   | transport {          | a brace is not closed
            Caddyfile               | waggle.example.org  | example.org          | the server expects requests for
            Caddyfile               | waggle.example.org  | reverse_proxy x:1    | it is no site
            compose.yaml            | "443:443"           | "8443:443"           | not reached at the ports 80 and 443
            """)
    void everyMistakeBetweenProxyAndServerIsFound(String file, String text, String mistake, String problem) {
        assertThat(withMistake(file, text, mistake)).anyMatch(it -> it.contains(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [Service]                   | [Server]                    | no section [Server]
            [Install]                   | [Install                    | no section [Install
            Restart=on-failure          | Restarts=on-failure         | there is no key Restarts in the section Service
            Restart=on-failure          | Restart=on-error            | a bad value: Restart=on-error
            Restart=on-failure          | Restart on-failure          | it is no assignment
            Restart=on-failure          | Type=exec                   | the key is there twice: Type
            Restart=on-failure          | Environment=API_KEY=x       | every user can read the secret
            User=waggle                 | User=root                   | it runs as root
            User=waggle                 | Type=exec                   | User is missing
            TimeoutStopSec=20           | TimeoutStopSec=20 seconds   | a bad value: TimeoutStopSec
            KillSignal=SIGTERM          | KillSignal=TERM             | a bad value: KillSignal
            SuccessExitStatus=143       | SuccessExitStatus=1         | an ordinary stop would count as a failure
            StateDirectory=waggle       | StateDirectory=/var/waggle  | a bad value: StateDirectory
            StateDirectory=waggle       | StateDirectory=wagle        | the data folder is not the StateDirectory
            StateDirectoryMode=0700     | StateDirectoryMode=rwx      | a bad value: StateDirectoryMode
            ProtectSystem=strict        | ProtectSystem=very          | a bad value: ProtectSystem
            waggle/waggle serve         | waggle/wagle serve          | there is no program /opt/waggle/wagle
            waggle/waggle serve         | waggle/waggle server        | the command must be serve
            --port 8484                 | --prot 8484                 | waggle serve refuses
            --data /var/lib/waggle      | --data /srv/waggle          | the data folder is not the StateDirectory
            """)
    void everyMistakeInTheUnitIsFound(String text, String mistake, String problem) {
        assertThat(withMistake("waggle.service", text, mistake)).anyMatch(it -> it.contains(problem));
    }

    @Test
    void emptyFilesAreRefusedAndBreakNothing() {
        for (String name : FILES.keySet()) {
            assertThat(withText(name, "")).as(name).anyMatch(problem -> problem.startsWith(name));
        }
    }

    /** The problems of the files after one change outside their comments. */
    private static List<String> withMistake(String file, String text, String mistake) {
        StringBuilder changed = new StringBuilder();
        boolean isChanged = false;
        for (String line : Objects.requireNonNull(FILES.get(file)).lines().toList()) {
            boolean isHere = !isChanged && !line.startsWith("#") && line.contains(text);
            isChanged |= isHere;
            changed.append(isHere ? line.replace(text, Objects.requireNonNullElse(mistake, "")) : line).append('\n');
        }
        assertThat(isChanged).as("%s has the text %s", file, text).isTrue();
        return withText(file, changed.toString());
    }

    private static List<String> withText(String file, String text) {
        Map<String, String> files = new HashMap<>(FILES);
        files.put(file, text);
        return problems(files);
    }

    private static List<String> problems(Map<String, String> files) {
        DockerfileLint image = DockerfileLint.of(files.getOrDefault("Dockerfile", ""), ROOT, launcher);
        ComposeLint compose = ComposeLint.of(files.getOrDefault("compose.yaml", ""), FOLDER, image);
        List<String> problems = new ArrayList<>(image.problems());
        problems.addAll(compose.problems());
        problems.addAll(CaddyfileLint.problems(files.getOrDefault("Caddyfile", ""), compose));
        problems.addAll(UnitFileLint.problems(files.getOrDefault("waggle.service", ""), ROOT));
        return problems;
    }
}
