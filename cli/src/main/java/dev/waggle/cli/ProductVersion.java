package dev.waggle.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

import picocli.CommandLine.IVersionProvider;

/** The version of the program, and the commit that it was built from where the build knew it. */
final class ProductVersion implements IVersionProvider {

    /** Written by the build. */
    private static final String RESOURCE = "version.properties";

    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }

    /** One line, such as {@code waggle 1.2.0, commit 0a1b2c3d4}. */
    static String text() {
        Properties build = new Properties();
        try (InputStream in = ProductVersion.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                return "waggle, run from classes";
            }
            build.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        String commit = build.getProperty("commit", "");
        // Sources without their history, such as an unpacked archive, have no commit to name.
        return "waggle " + build.getProperty("version") + (commit.matches("[0-9a-f]+") ? ", commit " + commit : "");
    }
}
