package dev.waggle.lab.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Problems of one file, in the order in which they were found. */
final class LintReport {

    /** An image with a tag that begins with a version. */
    private static final Pattern IMAGE = Pattern.compile("[a-z0-9./_-]+:[0-9][A-Za-z0-9._-]*");
    private static final Pattern SECRET_NAME = Pattern.compile("(?i).*(key|token|secret|password|credential).*");
    private static final Pattern SECRET_VALUE = Pattern.compile("wgl_[0-9a-f]{4}|\\bsk-[A-Za-z0-9]|AIza[0-9A-Za-z]");

    private final String file;
    private final List<String> problems = new ArrayList<>();

    LintReport(String file) {
        this.file = file;
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    void add(String problem) {
        problems.add(file + ": " + problem);
    }

    /** Reports a problem unless something holds. */
    void require(boolean holds, String problem) {
        if (!holds) {
            add(problem);
        }
    }

    /** A value, or the message of its refusal as a problem. */
    <T> Optional<T> read(Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (IllegalArgumentException refused) {
            add(String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    /** Reports an image that has no version: what is built with it would change from day to day. */
    void requireVersion(String image) {
        require(IMAGE.matcher(image).matches(), "the image " + image + " has no tag with a version");
    }

    /** Reports secrets in a text. */
    void refuseSecrets(String text) {
        require(!SECRET_VALUE.matcher(text).find(), "it holds a secret");
    }

    /** True if a variable of that name holds a secret. */
    static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name).matches();
    }
}
