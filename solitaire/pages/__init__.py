"""The pages: thin views that read, call the services and fill a template."""
