package dev.waggle.connect.llm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Certificate authority of a test, made by the JDK's keytool in a temporary folder. */
final class TestAuthority {

    private static final String PASSWORD = "changeit";

    private final Path folder;
    private int servers;

    TestAuthority(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        keytool("-genkeypair", "-keystore", authority().toString(), "-alias", "ca", "-keyalg", "EC", "-dname",
                "CN=Waggle test authority", "-ext", "bc:c", "-validity", "30");
        keytool("-exportcert", "-rfc", "-keystore", authority().toString(), "-alias", "ca", "-file", file().toString());
    }

    /** Its certificate in PEM form. */
    Path file() {
        return folder.resolve("ca.pem");
    }

    /**
     * A server with a certificate of this authority.
     *
     * @param names the alternative names, for example {@code dns:localhost}
     * @param more options of keytool, for example the beginning of its time
     */
    SSLContext server(String names, String... more) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = Files.copy(authority(), folder.resolve("server-" + servers++ + ".p12"));
        List<String> command = new ArrayList<>(List.of("-genkeypair", "-keystore", store.toString(), "-alias", "server",
                "-keyalg", "EC", "-dname", "CN=server", "-signer", "ca", "-ext", "san=" + names));
        command.addAll(List.of(more));
        keytool(command.toArray(String[]::new));
        keytool("-delete", "-keystore", store.toString(), "-alias", "ca");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    private Path authority() {
        return folder.resolve("ca.p12");
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-noprompt"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + said);
        }
    }
}
