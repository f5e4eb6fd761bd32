package dev.waggle.testing;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place of a recording and its use in this run of the tests.
 *
 * <pre>
 *   CI, waggle.record=true         refused
 *   waggle.record=true             record, over an existing file
 *   the file exists                replay
 *   CI, and there is no file       refused: a test of a build never calls a model
 *   there is no file               record
 * </pre>
 *
 * @param file the file below the folder of test resources
 * @param isRecording true if models are called
 */
record RecordingPlan(Path file, boolean isRecording) {

    /** Parameter that asks for a new recording: a property of the JVM or of {@code junit-platform.properties}. */
    static final String RECORD = "waggle.record";

    /** Parameter that states whether this is a CI build; without it the variable {@code CI} does. */
    static final String CI = "waggle.ci";

    /** Parameter with the folder of recordings; without it {@value #RESOURCES} of the project. */
    static final String FOLDER = "waggle.recordings";

    private static final String RESOURCES = "src/test/resources";

    private static final String REMEDY = "\nMaybe run the test on your machine with -D" + RECORD
            + "=true, and commit the file.";

    private static final Pattern INVOCATION = Pattern.compile("test-template-invocation:#(\\d+)");

    /**
     * Decides by these settings.
     *
     * @param name the value of the annotation
     * @param settings the parameters of JUnit, by name
     * @throws IllegalStateException when a build of CI would have to call a model
     * @throws IllegalArgumentException when a name or a setting is wrong
     */
    static RecordingPlan of(String name, Function<String, Optional<String>> settings, Optional<String> ciVariable) {
        boolean records = flag(RECORD, settings.apply(RECORD)).orElse(false);
        boolean isCi = flag(CI, settings.apply(CI))
                .orElse(ciVariable.filter(value -> !value.isBlank() && !value.equalsIgnoreCase("false")).isPresent());
        Path file = folder(settings).resolve(relative(name)).normalize();
        if (records && isCi) {
            throw new IllegalStateException(file + " cannot be recorded in a CI build: it would call a model" + REMEDY);
        }
        if (records) {
            return new RecordingPlan(file, true);
        }
        Optional<Path> known = Files.exists(file) ? Optional.of(file) : onClassPath(name);
        if (known.isEmpty() && isCi) {
            throw new IllegalStateException("there is no recording " + file + ", and a CI build calls no model"
                    + REMEDY);
        }
        return new RecordingPlan(known.orElse(file), known.isEmpty());
    }

    /** The name for one of several tests: {@code calls.jsonl} becomes {@code calls-part.jsonl}. */
    static String withPart(String name, String part) {
        int dot = name.lastIndexOf('.');
        int slash = name.lastIndexOf('/');
        return dot > slash + 1 ? name.substring(0, dot) + '-' + part + name.substring(dot) : name + '-' + part;
    }

    /** The number of a repetition or of a set of parameters in the unique id of a test; empty for a plain test. */
    static Optional<String> invocation(String uniqueId) {
        Matcher found = INVOCATION.matcher(uniqueId);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    private static Path folder(Function<String, Optional<String>> settings) {
        String project = System.getProperty("basedir", "");
        return settings.apply(FOLDER).map(Path::of).orElse(Path.of(project).resolve(RESOURCES)).toAbsolutePath();
    }

    private static Path relative(String name) {
        try {
            Path path = Path.of(name).normalize();
            boolean isInside = !name.isBlank() && !path.isAbsolute() && !path.startsWith("..")
                    && !path.toString().isEmpty();
            if (isInside) {
                return path;
            }
        } catch (InvalidPathException noPath) {
            throw new IllegalArgumentException(refusal(name), noPath);
        }
        throw new IllegalArgumentException(refusal(name));
    }

    private static String refusal(String name) {
        return "a recording must be a file below " + RESOURCES + ", got \"" + name + "\"\nMaybe \"calls.jsonl\".";
    }

    /** A recording in the folder of compiled resources, for a run outside of the project's folder. */
    private static Optional<Path> onClassPath(String name) {
        URL found = Thread.currentThread().getContextClassLoader().getResource(name);
        if (found == null || !found.getProtocol().equals("file")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(new URI(found.toString()))).filter(Files::isRegularFile);
        } catch (URISyntaxException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> flag(String name, Optional<String> value) {
        return value.map(text -> switch (text.strip()) {
            case "true", "" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(name + " must be true or false, got \"" + text + '"');
        });
    }
}
