package dev.waggle.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** Key stores with a certificate that nobody trusts, made by the tool of the JDK. */
public final class SelfSignedStore {

    private SelfSignedStore() {}

    /** Makes the file of a store of that type, and returns it. */
    public static Path make(Path file, String type, String subject, String password)
            throws IOException, InterruptedException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(tool.toString(), "-genkeypair", "-alias", "waggle", "-keyalg", "EC",
                "-storetype", type, "-keystore", file.toString(), "-storepass", password, "-keypass", password,
                "-dname", "CN=" + subject, "-validity", "2").redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return file;
    }
}
