package dev.waggle.dashboard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.waggle.signal.text.SecretSet;

/** Secrets and folders of this machine that a file for others must not hold. */
public final class LocalSecrets {

    /** Names of environment variables whose values are secrets. */
    private static final Pattern SECRET = Pattern
            .compile("(?i).*(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|PROXY).*");

    private LocalSecrets() {}

    /**
     * The mask of all secrets of an environment, of these folders and of the home folder.
     *
     * @param environment the environment variables
     * @param folders folders that the program uses
     */
    public static RunFileMask mask(Map<String, String> environment, List<Path> folders) {
        List<String> secrets = environment.entrySet().stream().filter(entry -> SECRET.matcher(entry.getKey()).matches())
                .map(Map.Entry::getValue).toList();
        List<Path> places = new ArrayList<>();
        folders.forEach(folder -> places.add(folder.toAbsolutePath()));
        places.add(Path.of(System.getProperty("user.home")).toAbsolutePath());
        return RunFileMask.of(SecretSet.of(secrets), places);
    }
}
