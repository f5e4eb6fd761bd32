package dev.waggle.server.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Map;

import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.journal.userfile.PrivateFile;
import org.eclipse.jetty.util.ssl.KeyStoreScanner;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** Certificate of a server in a PKCS12 or JKS key store, which is read again when its file changes. */
public final class TlsKeyStore {

    /** Environment variable with the password. */
    public static final String VARIABLE = "WAGGLE_KEYSTORE_PASSWORD";

    /** Largest file of a password in bytes; a larger file is a mistake. */
    private static final int MAX_PASSWORD = 4_096;

    /** Largest key store in bytes. */
    private static final long MAX_STORE = 16 << 20;

    private static final int SCAN_SECONDS = 1;

    private static final System.Logger LOG = System.getLogger(TlsKeyStore.class.getName());

    private TlsKeyStore() {}

    /**
     * The certificate of a file, for TLS 1.2 and 1.3.
     *
     * @throws IllegalArgumentException when the file is no key store of that password, or has no private key
     * @throws UncheckedIOException when it cannot be read
     */
    public static SslContextFactory.Server open(Path file, String password) {
        requireKey(file, password);
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(file.toAbsolutePath().toUri().toString());
        tls.setKeyStorePassword(password);
        tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        tls.setSniRequired(false);
        return tls;
    }

    /**
     * The password of a key store, from a file that its owner alone can read, else from the environment.
     *
     * @throws IllegalArgumentException when there is neither, or other users may read the file
     * @throws UncheckedIOException when the file cannot be read
     */
    public static String password(@Nullable Path file, Map<String, String> environment) {
        if (file == null) {
            String given = environment.get(VARIABLE);
            if (given == null || given.isEmpty()) {
                throw new IllegalArgumentException("the password of the key store is missing\nMaybe set " + VARIABLE
                        + ", or name a file with it.");
            }
            return given;
        }
        try {
            BoundedFile.requireEnd(file);
            PrivateFile.require(file, "file of the password");
            return BoundedFile.text(file, MAX_PASSWORD).strip();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the password in " + file + ": " + BoundedFile.reason(failed),
                    failed);
        }
    }

    /** Watch of the file. A new content that is no key store is reported, and the old certificate stays. */
    static KeyStoreScanner watch(SslContextFactory.Server tls) {
        KeyStoreScanner watch = new KeyStoreScanner(tls) {

            @Override
            public void reload() {
                try {
                    requireKey(Path.of(tls.getKeyStoreResource().getURI()), tls.getKeyStorePassword());
                } catch (IllegalArgumentException | UncheckedIOException broken) {
                    LOG.log(Level.WARNING, "the old certificate stays: " + broken.getMessage());
                    return;
                }
                super.reload();
            }
        };
        watch.setScanInterval(SCAN_SECONDS);
        return watch;
    }

    private static void requireKey(Path file, String password) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_STORE) {
                throw new IllegalArgumentException("the key store " + file + " is no file, or has more than "
                        + MAX_STORE + " bytes\nMaybe check the path.");
            }
            KeyStore store = KeyStore.getInstance("PKCS12"); // It reads the JKS format too.
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, password.toCharArray());
            }
            boolean hasKey = false;
            for (String alias : Collections.list(store.aliases())) {
                hasKey |= store.isKeyEntry(alias);
            }
            if (!hasKey) {
                throw new IllegalArgumentException("the key store " + file + " has no private key"
                        + "\nMaybe make one: keytool -genkeypair, or openssl pkcs12 -export.");
            }
        } catch (IOException failed) {
            if (failed.getCause() instanceof GeneralSecurityException) {
                throw new IllegalArgumentException("the password of the key store " + file + " is wrong", failed);
            }
            throw new UncheckedIOException("cannot read the key store " + file + ": "
                    + (failed instanceof EOFException ? "it is cut off" : BoundedFile.reason(failed)), failed);
        } catch (GeneralSecurityException unreadable) {
            throw new IllegalArgumentException("the key store " + file + " cannot be read: " + unreadable.getMessage(),
                    unreadable);
        }
    }
}
