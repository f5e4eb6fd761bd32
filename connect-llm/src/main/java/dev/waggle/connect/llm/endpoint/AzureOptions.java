package dev.waggle.connect.llm.endpoint;

import java.util.regex.Pattern;

import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Options of Azure OpenAI.
 *
 * @param deployment name of the deployment, if it is not that of the model: 1 to 64 letters, digits, {@code _},
 *        {@code -} and {@code .}
 * @param apiVersion version of the dated form, for example {@code 2024-10-21}; without it the v1 form is used
 * @param bearer true if the key is a token that goes into {@code Authorization}, false for {@code api-key}
 */
public record AzureOptions(@Nullable String deployment, @Nullable String apiVersion, boolean bearer) {

    /** The v1 form with a key, and the model's name as deployment. */
    public static final AzureOptions NONE = new AzureOptions(null, null, false);

    private static final Pattern DEPLOYMENT = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern VERSION = Pattern.compile("[a-z0-9.-]{1,64}");

    public AzureOptions {
        require("deployment", deployment, DEPLOYMENT, "1 to 64 letters, digits, _, - and .");
        require("apiVersion", apiVersion, VERSION, "a date such as 2024-10-21, or 2025-04-01-preview");
    }

    private static void require(String name, @Nullable String value, Pattern form, String expected) {
        if (value != null && !form.matcher(value).matches()) {
            throw new IllegalArgumentException(name + " must be " + expected + ", got \""
                    + VisibleText.of(value.length() <= 80 ? value : value.substring(0, 80) + "...") + "\"");
        }
    }
}
