#!/bin/sh
# Signs Hubbub.app, the innermost files first. HUBBUB_SIGNING_IDENTITY names who signs, as
# "Developer ID Application: Somebody (TEAM)"; without it the application is signed ad hoc, so that
# its seal is whole. Never run: it was written on another system.
set -eu

app=${1:?"the application to sign"}
identity=${HUBBUB_SIGNING_IDENTITY:--}
entitlements=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/entitlements.plist

sign() {
    if [ "$identity" = - ]; then
        # Without a team, the hardened runtime would refuse the libraries beside the program.
        codesign --force --sign - "$@"
    else
        codesign --force --timestamp --options runtime --entitlements "$entitlements" \
            --sign "$identity" "$@"
    fi
}

find "$app/Contents" -type f \( -name '*.dylib' -o -name '*.so' \) -print | while IFS= read -r file; do
    sign "$file"
done
find "$app/Contents" -type d -name '*.framework' -print | while IFS= read -r framework; do
    sign "$framework"
done
sign "$app"
codesign --verify --strict --verbose=2 "$app"
